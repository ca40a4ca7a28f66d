// Reads a demo of Quake III: "parse DEMO" by the parser without plug-ins, and prints the seconds of processor time that
// it took, after one pass that does not count; "all DEMO" with all plug-ins.
#include "api_helpers.hpp"
#include "file_stream.hpp"
#include "parser_context.hpp"
#include "uberdemotools.h"
#include "utils.hpp"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static double cpuSeconds() {
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static bool parse(udtParserContext_s* context, const char* path) {
	context->ResetForNextDemo(false);
	const udtProtocol::Id protocol = (udtProtocol::Id)udtGetProtocolByFilePath(path);
	udtFileStream file;
	return context->Context.SetCallbacks(NULL, NULL, NULL, NULL) && file.Open(path, udtFileOpenMode::Read) &&
		context->Parser.Init(&context->Context, protocol, protocol) && (context->Parser.SetFilePath(path), true) &&
		RunParser(context->Parser, file, NULL);
}

static bool analyse(const char* path) {
	u32 plugIns[udtParserPlugIn::Count];
	for (u32 i = 0; i < udtParserPlugIn::Count; ++i)
		plugIns[i] = i;
	s32 cancel = 0, error = 0;
	udtParseArg info;
	memset(&info, 0, sizeof info);
	info.PlugIns = plugIns;
	info.PlugInCount = udtParserPlugIn::Count;
	info.CancelOperation = &cancel;
	udtMultiParseArg files;
	memset(&files, 0, sizeof files);
	files.FilePaths = &path;
	files.OutputErrorCodes = &error;
	files.FileCount = files.MaxThreadCount = 1;
	udtParserContextGroup* group = NULL;
	return udtParseDemoFiles(&group, &info, &files) == (s32)udtErrorCode::None && error == (s32)udtErrorCode::None;
}

int main(int argc, char** argv) {
	if (argc != 3) {
		fprintf(stderr, "usage: uberdemotools parse|all DEMO\n");
		return 2;
	}
	udtInitLibrary();
	if (strcmp(argv[1], "all") == 0)
		return analyse(argv[2]) ? 0 : 1;
	udtParserContext_s* context = new udtParserContext_s;
	if (!context->Init(1, NULL, 0) || !parse(context, argv[2]))
		return 1;
	const double start = cpuSeconds();
	if (!parse(context, argv[2]))
		return 1;
	printf("%f\n", cpuSeconds() - start);
	return 0;
}
