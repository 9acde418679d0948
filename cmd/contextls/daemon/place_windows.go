package daemon

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// account is whom what this process makes belongs to: its user or, where it runs as administrator, the administrators. What it does
// for others it does for those alone that may do as much.
func account() (string, error) {
	token := windows.GetCurrentProcessToken()
	owner := make([]byte, 128) // a pointer, and what it points to: the longest has 68 bytes
	var size uint32
	if err := windows.GetTokenInformation(token, windows.TokenOwner, &owner[0], uint32(len(owner)), &size); err != nil {
		return "", err
	}
	return (*(**windows.SID)(unsafe.Pointer(&owner[0]))).String(), nil
}

func ownerOf(d *windows.SECURITY_DESCRIPTOR, err error) (string, error) {
	if err != nil {
		return "", err
	}
	owner, _, err := d.Owner()
	if err != nil {
		return "", err
	}
	return owner.String(), nil
}

func ownedByUser(dir string) bool {
	owner, err := ownerOf(windows.GetNamedSecurityInfo(dir, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION))
	if err != nil {
		return false
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err == nil && owner == user.User.Sid.String() {
		return true
	}
	mine, err := account()
	return err == nil && owner == mine
}

// checkAccess has nothing to say: pipes are kept from others by themselves.
func checkAccess(string, os.FileInfo) error { return nil }
