#include "CDependencyAtomics.h"

uintptr_t graft_root_table = 0;

_Thread_local void *graft_read_frame_slot = 0;

_Thread_local void *graft_update_frame_slot = 0;
