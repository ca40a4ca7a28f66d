package qwz

// history stores a list for each of the last packets, by packet number.
type history[T any] struct {
	slots [32]slot[T]
}

type slot[T any] struct {
	number uint32
	filled bool
	list   []T
}

func (h *history[T]) slot(number uint32) *slot[T] { return &h.slots[number%uint32(len(h.slots))] }

// of returns the list of a packet; false if it is not stored any more.
func (h *history[T]) of(number uint32) ([]T, bool) {
	s := h.slot(number)
	if !s.filled || s.number != number {
		return nil, false
	}
	return s.list, true
}

// keep stores a list for a packet and returns another one for reuse.
func (h *history[T]) keep(number uint32, list []T) (next []T) {
	s := h.slot(number)
	next = s.list[:0]
	s.number, s.filled, s.list = number, true, list
	return next
}

// copy stores a copy of a list for a packet.
func (h *history[T]) copy(number uint32, list []T) {
	s := h.slot(number)
	s.number, s.filled, s.list = number, true, append(s.list[:0], list...)
}

// clear removes everything.
func (h *history[T]) clear() {
	for i := range h.slots {
		h.slots[i].filled = false
	}
}
