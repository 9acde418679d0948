package include

import "strings"

// isSystem reports whether a path is of a header that comes with a compiler or an operating system.
func (r *resolver) isSystem(p string) bool {
	if r.system[p] {
		return true
	}
	top, _, nested := strings.Cut(p, "/")
	return nested && r.system[top+"/"]
}

// set is the set of the words of some lists.
func set(lists ...string) map[string]bool {
	m := map[string]bool{}
	for _, list := range lists {
		for name := range strings.FieldsSeq(list) {
			m[name] = true
		}
	}
	return m
}

const cHeaders = `
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h stdint.h stdio.h stdlib.h stdmchar.h stdnoreturn.h string.h
tgmath.h threads.h time.h uchar.h wchar.h wctype.h
`

const cppHeaders = `
algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646
climits clocale cmath codecvt compare complex concepts condition_variable contracts coroutine csetjmp csignal cstdalign cstdarg
cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype cxxabi.h debugging deque exception
execution expected filesystem flat_map flat_set format forward_list fstream functional future generator hazard_pointer
initializer_list inplace_vector iomanip ios iosfwd iostream istream iterator latch limits linalg list locale map mdspan memory
memory_resource meta mutex new numbers numeric optional ostream print queue random ranges ratio rcu regex scoped_allocator
semaphore set shared_mutex simd source_location span spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf
string string_view strstream syncstream system_error text_encoding thread tuple type_traits typeindex typeinfo
unordered_map unordered_set utility valarray variant vector version
`

const systems = `
aio.h alloca.h argp.h argz.h ar.h byteswap.h complex.h copyfile.h cpio.h crt_externs.h crypt.h db.h dirent.h dispatch/dispatch.h
dlfcn.h elf.h endian.h envz.h err.h execinfo.h fcntl.h features.h fmtmsg.h fnmatch.h fstab.h fts.h ftw.h getopt.h glob.h
gnu/libc-version.h grp.h gshadow.h iconv.h ifaddrs.h io.h kvm.h langinfo.h lastlog.h libgen.h libintl.h libproc.h libutil.h
mach-o/dyld.h malloc.h malloc/malloc.h malloc_np.h os/lock.h port.h OS.h kernel/OS.h vm/vm_param.h wtypes.h winapifamily.h
ext/stdio_filebuf.h ext/stdio_sync_filebuf.h net/bpf.h net/ethernet.h net/if.h net/if_arp.h net/if_dl.h net/if_media.h net/if_types.h
net/if_var.h net/pfvar.h net/ppp_defs.h net/route.h mcheck.h memory.h mntent.h monetary.h mqueue.h ndbm.h netdb.h nlist.h nl_types.h
os/log.h paths.h poll.h printf.h procfs.h pthread.h pthread_np.h pty.h pwd.h regex.h regexp.h resolv.h sched.h search.h
semaphore.h sgtty.h shadow.h spawn.h stab.h stropts.h strings.h stringlist.h syscall.h sysexits.h syslog.h tar.h
termio.h termios.h threads.h ttyent.h ucontext.h ulimit.h unistd.h unwind.h utime.h utmp.h utmpx.h varargs.h
vfork.h wordexp.h xlocale.h AvailabilityMacros.h Availability.h TargetConditionals.h Block.h
conio.h crtdbg.h dbghelp.h direct.h dos.h fileapi.h guiddef.h handleapi.h intrin.h iphlpapi.h minwindef.h mmsystem.h mstcpip.h mswsock.h
ntstatus.h objbase.h ole2.h process.h processthreadsapi.h psapi.h sal.h sdkddkver.h share.h shellapi.h shlobj.h shlwapi.h sspi.h
synchapi.h tchar.h tlhelp32.h userenv.h windef.h windows.h Windows.h winbase.h wincrypt.h winerror.h wininet.h winioctl.h
winnt.h winsock.h winsock2.h winsvc.h winternl.h winuser.h ws2tcpip.h Ws2tcpip.h
cpuid.h emmintrin.h immintrin.h mmintrin.h nmmintrin.h pmmintrin.h smmintrin.h tmmintrin.h wmmintrin.h x86intrin.h xmmintrin.h
arm_neon.h arm_sve.h arm_acle.h altivec.h arm_fp16.h arm_bf16.h avx512fintrin.h avxintrin.h avx2intrin.h bmiintrin.h lzcntintrin.h popcntintrin.h
wasm_simd128.h sanitizer/asan_interface.h omp.h quadmath.h
`

// directories hold nothing but headers of systems.
const directories = `
sys/ asm/ asm-generic/ linux/ bits/ arpa/ netinet/ netinet6/ netpacket/ netipx/ rpc/ rpcsvc/ scsi/ sound/ mtd/ rdma/
mach/ mach-o/ machine/ libkern/ dispatch/ IOKit/ CoreFoundation/ CoreServices/ Security/ SystemConfiguration/ Foundation/ AvailabilityVersions/
gnu/ sanitizer/ tr1/ pstl/ winrt/ wrl/ thread_db/ nfs/ ufs/ geom/ libxo/
`
