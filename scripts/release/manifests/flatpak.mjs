// Flatpak: the files of the deb on Electron's base app, with the permissions that the app needs and no others.
import { stringify } from 'yaml';
import { softwareId } from '../desktop/identity.mjs';

/** Each with its reason, which becomes a comment in the manifest. */
const permissions = /** @type {const} */ ([
  ['--share=ipc', 'X11 draws through shared memory'],
  ['--socket=wayland', 'the window'],
  ['--socket=fallback-x11', 'the window, where there is no Wayland'],
  ['--device=dri', 'graphics'],
  ['--share=network', 'the service, and the sign-in on this computer'],
  ['--talk-name=org.freedesktop.secrets', 'sign-ins are kept in the keyring'],
  ['--talk-name=org.kde.StatusNotifierWatcher', 'the icon in the tray'],
  ['--filesystem=xdg-pictures', 'watched folders; a rule may move a file after its upload'],
  ['--filesystem=xdg-download', 'the same'],
]);

const program = 'pilot-companion.sh';

/** @param {import('./release.mjs').Release} release */
export function flatpak({ file }) {
  const archives = [
    ['x86_64', 'amd64'],
    ['aarch64', 'arm64'],
  ].map(([only, arch = '']) => {
    const { url, sha256 } = file('linux', arch, 'deb');
    return { type: 'file', 'only-arches': [only], 'dest-filename': 'app.deb', url, sha256 };
  });
  const document = {
    id: softwareId,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': '25.08',
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': '25.08',
    command: program,
    'rename-desktop-file': 'pilot-companion.desktop',
    'rename-icon': 'pilot-companion',
    'finish-args': permissions.map(([option]) => option),
    modules: [
      {
        name: 'pilot-companion',
        buildsystem: 'simple',
        'build-commands': [
          'ar p app.deb data.tar.xz | tar -xJ',
          'mv "opt/Pilot Companion" /app/pilot-companion',
          `install -Dm755 ${program} -t /app/bin`,
          'cp -r usr/share/icons usr/share/metainfo usr/share/applications /app/share/',
          `desktop-file-edit --set-key=Exec --set-value="${program} %U" /app/share/applications/pilot-companion.desktop`,
        ],
        sources: [
          ...archives,
          {
            type: 'script',
            'dest-filename': program,
            // Zypak lets Chromium's sandbox work inside Flatpak's.
            commands: ['exec zypak-wrapper /app/pilot-companion/pilot-companion "$@"'],
          },
        ],
      },
    ],
  };
  const text = stringify(document, { lineWidth: 0 });
  const explained = permissions.reduce(
    (all, [option, why]) => all.replace(`  - ${option}\n`, `  # ${why}\n  - ${option}\n`),
    text,
  );
  return { [`flatpak/${softwareId}.yml`]: explained };
}
