package main

import (
	"errors"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// userRegistry is the keys of the user who runs the program.
type userRegistry struct{}

const classRoot = `Software\Classes\`

// userClasses returns the keys of the user.
func userClasses() (classes, error) { return userRegistry{}, nil }

func (userRegistry) holds(key string) (bool, error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, classRoot+key, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, k.Close()
}

func (userRegistry) value(key, name string) (data string, there bool, err error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, classRoot+key, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	defer k.Close()
	data, _, err = k.GetStringValue(name)
	if errors.Is(err, registry.ErrNotExist) || errors.Is(err, registry.ErrUnexpectedType) {
		return "", false, nil
	}
	return data, err == nil, err
}

func (userRegistry) set(v classValue) error {
	k, _, err := registry.CreateKey(registry.CURRENT_USER, classRoot+v.key, registry.SET_VALUE)
	if err != nil {
		return err
	}
	defer k.Close()
	return k.SetStringValue(v.name, v.data)
}

func (userRegistry) remove(key, name string) error {
	k, err := registry.OpenKey(registry.CURRENT_USER, classRoot+key, registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer k.Close()
	if err := k.DeleteValue(name); err != nil && !errors.Is(err, registry.ErrNotExist) {
		return err
	}
	return nil
}

func (userRegistry) prune(key string) error {
	k, err := registry.OpenKey(registry.CURRENT_USER, classRoot+key, registry.QUERY_VALUE|registry.ENUMERATE_SUB_KEYS)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := k.Stat()
	if err := errors.Join(err, k.Close()); err != nil {
		return err
	}
	if info.ValueCount > 0 || info.SubKeyCount > 0 {
		return nil
	}
	return registry.DeleteKey(registry.CURRENT_USER, classRoot+key)
}

// changed tells the desktop that what opens files has changed (SHCNE_ASSOCCHANGED).
func (userRegistry) changed() {
	const associations = 0x08000000
	notify := windows.NewLazySystemDLL("shell32.dll").NewProc("SHChangeNotify")
	if notify.Find() == nil {
		_, _, _ = notify.Call(associations, 0, 0, 0) // it returns nothing
	}
}
