import { dirname, isAbsolute, sep } from 'node:path';

/**
 * The AppImage that the program runs from, absolute, or null. Programs that an AppImage starts inherit its variables: they
 * apply only inside its mount.
 */
export function appImageOf(env: Readonly<Record<string, string | undefined>>, program: string): string | null {
  const { APPIMAGE: file, APPDIR: mount } = env;
  if (!file || !mount || !isAbsolute(file) || file.includes('\0')) return null;
  return `${dirname(program)}${sep}`.startsWith(mount.endsWith(sep) ? mount : `${mount}${sep}`) ? file : null;
}
