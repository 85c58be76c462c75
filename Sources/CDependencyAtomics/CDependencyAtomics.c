#include "CDependencyAtomics.h"

uintptr_t graft_root_table = 0;

uintptr_t graft_current_key = 0;

uintptr_t graft_override_count = 0;

uintptr_t graft_asynchronous_updates = 0;

_Thread_local void *graft_read_frame_slot = 0;

_Thread_local void *graft_update_frame_slot = 0;
_Thread_local void *graft_resolver_thread = 0;
