// Compiles only build/installer.nsh with Debian's NSIS, in the languages of electron-builder.yml. The installer itself
// is made on Windows, or with the NSIS that electron-builder downloads.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../../child.mjs';
import { inRoot } from '../../root.mjs';

/** The languages by their NSIS names. */
const languages = ['English', 'German', 'French', 'SpanishInternational', 'PortugueseBR', 'Japanese'];

/** @param {string} work a folder for temporary files */
const script = (work) => `Unicode true
Name "Pilot Companion"
OutFile "${join(work, 'installer.exe')}"
!define APP_EXECUTABLE_FILENAME "Pilot Companion.exe"
!define PRODUCT_NAME "Pilot Companion"
!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "MUI2.nsh"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro un.GetParameters
!insertmacro un.GetOptions
!include "${inRoot('build', 'installer.nsh')}"
${languages.map((name) => `!insertmacro MUI_LANGUAGE "${name}"`).join('\n')}
Section
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section un.install
  !insertmacro customUnInstall
SectionEnd
`;

/**
 * @param {string} work
 * @returns {Promise<{ result: 'good' | 'failed' | 'skipped', detail: string }>}
 */
export async function compileInstallerText(work) {
  const path = join(work, 'installer-text.nsi');
  writeFileSync(path, script(work));
  const { code, output } = await runChild('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (code === 127) return { result: 'skipped', detail: 'no makensis here: apt-get install nsis' };
  return code === 0
    ? { result: 'good', detail: `${languages.length} languages` }
    : { result: 'failed', detail: output.trim().split('\n').at(-1) ?? '' };
}
