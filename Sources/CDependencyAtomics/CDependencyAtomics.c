#include "CDependencyAtomics.h"

_Thread_local void *graft_thread_frame = 0;
