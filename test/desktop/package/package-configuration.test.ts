// Settings of the package that only a real system would miss (electron-builder.yml).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { presetExtension } from '../../../main/core/settings/presets.ts';
import { appId, toastActivatorId } from '../../../main/electron/system/app-id.ts';
import { root } from '../../architecture/source-files.ts';

const configuration = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { appId: string };
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { desktopName: string };

test('the package, the process and the desktop file have one id, which a Wayland portal accepts', () => {
  expect(configuration.appId).toBe(appId);
  expect(configuration).toMatchObject({ linux: { syncDesktopName: true, executableName: 'pilot-companion' } });
  expect(manifest.desktopName).toBe(`${appId}.desktop`);
  expect(appId).toMatch(/^([A-Za-z]\w*\.){2}[A-Za-z]\w*$/);
  expect(appId).not.toMatch(/\.(desktop|app)$/);
  const metainfo = readFileSync(join(root, 'build', 'linux', `${appId}.metainfo.xml`), 'utf8');
  expect(metainfo).toContain(`<id>${appId}</id>`);
  // The folder that a Flatpak sees under the same path.
  expect(readFileSync(join(root, 'main', 'node', 'secrets', 'secret-lock.ts'), 'utf8')).toContain(`'${appId}'`);
});

test('an unsigned build is signed ad hoc after its fuses are set, which Apple silicon requires', () => {
  expect(configuration).toMatchObject({ electronFuses: { resetAdHocDarwinSignature: true } });
});

test('the AppImage has the static runtime, whose desktop entry leaves the sandbox on', () => {
  expect(configuration).toMatchObject({ toolsets: { appimage: expect.stringMatching(/^1\./) as string } });
  expect(configuration).toMatchObject({ linux: { target: ['deb', 'rpm', 'AppImage'] } });
});

test('macOS packages have the hardened runtime, and one entitlement', () => {
  const entitlements = 'build/entitlements.mac.plist';
  expect(configuration).toMatchObject({
    mac: { hardenedRuntime: true, entitlements, entitlementsInherit: entitlements, target: ['dmg', 'zip'] },
  });
  const keys = [...readFileSync(join(root, entitlements), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)];
  expect(keys.map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
});

test('a file name of a package has its version, system and architecture', () => {
  expect(configuration).toMatchObject({ artifactName: 'pilot-companion-${version}-${os}-${arch}.${ext}' });
});

test('the Windows installer keeps the data, and reports it in each of its languages', () => {
  expect(configuration).toMatchObject({ nsis: { deleteAppDataOnUninstall: false, include: 'build/installer.nsh' } });
  const { nsis } = configuration as unknown as { nsis: { installerLanguages: string[] } };
  const texts = [
    ...readFileSync(join(root, 'build', 'installer.nsh'), 'utf8').matchAll(/^LangString whatStays (\d+) /gm),
  ];
  const ids = new Set(texts.map(([, id]) => Number(id)));
  const { lcid } = createRequire(import.meta.url)('app-builder-lib/out/util/langs.js') as {
    lcid: Record<string, number>;
  };
  expect(ids).toEqual(new Set(nsis.installerLanguages.map((language) => lcid[language])));
});

test('an uninstall on Windows removes what the app has registered for itself, and an update leaves it', () => {
  const installer = readFileSync(join(root, 'build', 'installer.nsh'), 'utf8');
  const [, uninstall = ''] = /^!macro customUnInstall$([^]*?)^!macroend$/m.exec(installer) ?? [];
  const [, notOnUpdate = ''] = /\$\{ifNot\} \$\{isUpdated\}$([^]*?)\$\{endIf\}/im.exec(uninstall) ?? [];
  for (const removed of [
    // A launch at login, which Electron names after the app id, and its switch in the settings of Windows.
    'DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "${APP_ID}"',
    'DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run" "${APP_ID}"',
    `DeleteRegKey HKCU "Software\\Classes\\CLSID\\${toastActivatorId}"`,
  ]) {
    expect(notOnUpdate).toContain(removed);
  }
});

test('images are opened with the app on each system, and folders on macOS, and it is the viewer of neither', () => {
  const kinds = (rank: string, ...types: string[]) =>
    expect.objectContaining({ LSHandlerRank: rank, LSItemContentTypes: types }) as unknown;
  expect(configuration).toMatchObject({
    mac: {
      extendInfo: {
        CFBundleDocumentTypes: [kinds('Alternate', 'public.png', 'public.jpeg'), kinds('Alternate', 'public.folder')],
      },
    },
    // Of each target: electron-builder appends the preset's type to the same list again where they share one.
    deb: { mimeTypes: ['image/png', 'image/jpeg'] },
    rpm: { mimeTypes: ['image/png', 'image/jpeg'] },
    appImage: { mimeTypes: ['image/png', 'image/jpeg'] },
  });
  const installer = readFileSync(join(root, 'build', 'installer.nsh'), 'utf8');
  const offered = [...installer.matchAll(/SupportedTypes" "(\.\w+)"/g)].map(([, extension]) => extension);
  expect(offered).toEqual(['.png', '.jpg', '.jpeg']);
  expect(installer).toContain('DeleteRegKey SHCTX "Software\\Classes\\Applications\\${APP_EXECUTABLE_FILENAME}"');
});

test('the icons have the sizes that a launcher on Linux looks for', () => {
  expect(configuration).toMatchObject({ linux: { icon: 'build/icons' } });
  for (const size of [16, 32, 48, 64, 128, 256, 512]) {
    const image = readFileSync(join(root, 'build', 'icons', `${size}x${size}.png`));
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([size, size]);
  }
});

test('updates come from a separate feed, with keys in the package, and stable releases reach the beta channel', () => {
  expect(configuration).toMatchObject({
    publish: { provider: 'generic', url: expect.stringMatching(/^https:/) as string },
    generateUpdatesFilesForAllChannels: true,
    extraMetadata: { updateKeys: [expect.any(String)] },
    files: expect.arrayContaining(['dist/electron/changelog.txt']) as string[],
  });
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
