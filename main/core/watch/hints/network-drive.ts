// Network drives send no events of other machines' writes, and list slowly: they are polled. This recognizes the common
// kinds; the regular full scan covers the others.
import { statfs } from 'node:fs/promises';

/**
 * File system types as Linux numbers them (statfs(2), linux/magic.h). FUSE is left out: most of what it mounts is
 * local.
 */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9P (shared folders of virtual machines)
  0x786f4256, // VirtualBox shared folders
  0x00c36400, // Ceph
  0x5346414f, // AFS
]);

export async function isNetworkDrive(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return isNetworkPath(path);
  if (platform !== 'linux') return false;
  try {
    return isNetworkType((await statfs(path)).type);
  } catch {
    return false;
  }
}

/** The number may come sign-extended from 32 bits. */
export const isNetworkType = (type: number): boolean => networkTypes.has(type >>> 0);
/** `\\server\share`, also as `\\?\UNC\server\share`; not `\\?\C:\`. */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}(?![?.][\\/](?!UNC[\\/]))/i.test(path);
