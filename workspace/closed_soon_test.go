package workspace

import "testing"

// What was read is remembered though the folder is closed as soon as it is ready, before anything was saved.
func TestClosedAsSoonAsReady(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n"})
	k := newKeeper(t)
	for run := range 2 {
		k.opts.OnStatus = func(f *Folder, s Status) {
			if s.State == Ready {
				f.cancel()
			}
		}
		if _, extracted, read := k.show(t, root); (extracted > 0 || read) != (run == 0) {
			t.Errorf("run %d: %d extracted, read: %v", run, extracted, read)
		}
	}
}
