package watch

import "syscall"

// remoteFS names the kind of file system a folder is on, if it is one that others can change without
// this system's noticing; "" for all others. The numbers are those of statfs(2).
func remoteFS(root string) string {
	var s syscall.Statfs_t
	if err := syscall.Statfs(root, &s); err != nil {
		return ""
	}
	switch uint32(s.Type) {
	case 0x6969:
		return "nfs"
	case 0x517b, 0xff534d42, 0xfe534d42:
		return "smb"
	case 0x01021997:
		return "9p"
	case 0x65735546:
		return "fuse"
	case 0x5346414f, 0x6b414653:
		return "afs"
	case 0x00c36400:
		return "ceph"
	}
	return ""
}
