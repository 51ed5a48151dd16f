import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { suggestedFolders } from '../../../main/core/folders/suggested-folders.ts';

let home: string;
beforeEach(() => void (home = realpathSync(mkdtempSync(join(tmpdir(), 'home-')))));
afterEach(() => rmSync(home, { recursive: true }));

function put(path: string, at: number | null = null) {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), '');
  if (at !== null) utimesSync(join(home, path), at, at);
}
const found = async (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
  (await suggestedFolders({ platform, home, env })).map((one) => ({ ...one, path: one.path.slice(home.length + 1) }));

describe('suggested folders', () => {
  it('are none on a computer without any', async () => {
    expect(await found('linux')).toEqual([]);
    expect(await found('win32')).toEqual([]);
    expect(await found('freebsd')).toEqual([]);
  });

  it('are those of Steam, of X-Plane and of the system, the newest screenshots first', async () => {
    const steam = '.local/share/Steam/userdata/77/760/remote/2014780/screenshots';
    put(`${steam}/20261112_1.jpg`, 1_000);
    put(`${steam}/thumbnails/20261112_1.jpg`);
    put('Pictures/Screenshots/a.png', 3_000);
    put('Pictures/Screenshots/notes.txt');
    put('games/X-Plane 12/Output/screenshots/b.png', 2_000);
    put('.x-plane/x-plane_install_12.txt');
    writeFileSync(
      join(home, '.x-plane/x-plane_install_12.txt'),
      `${join(home, 'games/X-Plane 12')}/ \n/gone/X-Plane\n`,
    );
    expect(await found('linux')).toEqual([
      { path: 'Pictures/Screenshots', program: null, names: null, approval: true, images: 1, newest: 3_000_000 },
      {
        path: 'games/X-Plane 12/Output/screenshots',
        program: 'X-Plane 12',
        names: null,
        approval: false,
        images: 1,
        newest: 2_000_000,
      },
      { path: steam, program: 'X-Plane 12', names: null, approval: false, images: 1, newest: 1_000_000 },
    ]);
  });

  it('of a folder with other images use its naming pattern, and appear only if there are any', async () => {
    put('Desktop/holiday.png');
    expect(await found('darwin')).toEqual([]);
    put('Desktop/Screenshot 2026-11-12 at 20.14.03.png', 5);
    put('Desktop/fgfs-screen-001.png', 6);
    expect(await found('darwin')).toMatchObject([
      {
        path: 'Desktop',
        program: 'FlightGear',
        names: ['fgfs-screen-*', 'Screenshot *', 'Screen Shot *'],
        images: 2,
      },
    ]);
  });

  it('are named once if two paths lead to the same folder', async () => {
    put('Pictures/Screenshots/a.png');
    mkdirSync(join(home, 'OneDrive/Pictures'), { recursive: true });
    symlinkSync(join(home, 'Pictures/Screenshots'), join(home, 'OneDrive/Pictures/Screenshots'));
    expect(await found('win32', { OneDrive: join(home, 'OneDrive') })).toHaveLength(1);
  });

  it('on Windows follow its variables and each version of Prepar3D', async () => {
    put('x86/Steam/userdata/1/760/remote/1250410/screenshots/a.png', 2);
    put('Pictures/Prepar3D v5 Files/b.png', 1);
    expect((await found('win32', { 'PROGRAMFILES(X86)': join(home, 'x86') })).map(({ program }) => program)).toEqual([
      'Microsoft Flight Simulator 2020',
      'Prepar3D',
    ]);
  });
});
