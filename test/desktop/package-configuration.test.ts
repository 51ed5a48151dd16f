// Settings of the package that only a real system would miss (electron-builder.yml).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { presetExtension } from '../../main/core/settings/preset-file.ts';
import { appId } from '../../main/electron/app-id.ts';
import { root } from '../architecture/source-files.ts';

const configuration = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { appId: string };
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { desktopName: string };

test('the package and the process have one app id', () => {
  expect(configuration.appId).toBe(appId);
  expect(appId).not.toMatch(/\.(desktop|app)$/);
});

test('an unsigned build is signed ad hoc after its fuses are set, which Apple silicon requires', () => {
  expect(configuration).toMatchObject({ electronFuses: { resetAdHocDarwinSignature: true } });
});

test('the AppImage has the static runtime, whose desktop entry leaves the sandbox on', () => {
  expect(configuration).toMatchObject({ toolsets: { appimage: expect.stringMatching(/^1\./) as string } });
  expect(configuration).toMatchObject({ linux: { target: ['deb', 'AppImage'] } });
});

test('windows and launcher share one name on Linux', () => {
  expect(configuration).toMatchObject({ linux: { syncDesktopName: true, executableName: 'pilot-companion' } });
  expect(manifest.desktopName).toBe('pilot-companion.desktop');
});

test('a preset is opened by double click, and those of build/presets are in the package', () => {
  expect(configuration).toMatchObject({
    fileAssociations: [{ ext: presetExtension.slice(1), mimeType: 'application/x-pilot-companion-preset' }],
  });
  const { extraResources } = configuration as unknown as { extraResources: { from: string }[] };
  expect(extraResources.find(({ from }) => from === 'build/presets')).toEqual({
    from: 'build/presets',
    to: 'presets',
    filter: ['*.json', `*${presetExtension}`],
  });
});
