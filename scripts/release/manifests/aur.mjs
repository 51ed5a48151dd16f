// AUR: pilot-companion-bin installs the files of the deb, and pilot-companion builds from the source of the tag.
import { summary } from './release.mjs';

/** The libraries that Electron needs, by their Arch names. */
const depends = ['gtk3', 'nss', 'libnotify', 'libxss', 'libxtst', 'at-spi2-core', 'libsecret', 'alsa-lib', 'xdg-utils'];

/** @typedef {Readonly<Record<string, string | readonly string[]>>} Fields in the order of the file */

/** @param {import('./release.mjs').Release} release */
export function aur(release) {
  return { ...binary(release), ...source(release) };
}

/** @param {import('./release.mjs').Release} release */
const commonFields = ({ version, homepage }) => ({
  pkgdesc: summary,
  pkgver: version,
  pkgrel: '1',
  url: homepage,
  arch: ['x86_64', 'aarch64'],
  license: ['MIT'],
  depends,
  options: ['!strip', '!debug'],
});

/** @param {import('./release.mjs').Release} release */
function binary(release) {
  const { maintainer, file } = release;
  const [x64, arm64] = [file('linux', 'amd64', 'deb'), file('linux', 'arm64', 'deb')];
  const fields = {
    ...commonFields(release),
    provides: ['pilot-companion'],
    conflicts: ['pilot-companion'],
    source_x86_64: [x64.url],
    source_aarch64: [arm64.url],
    sha256sums_x86_64: [x64.sha256],
    sha256sums_aarch64: [arm64.sha256],
  };
  const package_ = `package() {
  bsdtar -xf data.tar.* -C "$pkgdir"
  # Chromium's sandbox, on kernels without user namespaces.
  chmod 4755 "$pkgdir/opt/Pilot Companion/chrome-sandbox"
  install -d "$pkgdir/usr/bin"
  ln -s "/opt/Pilot Companion/pilot-companion" "$pkgdir/usr/bin/pilot-companion"
  install -Dm644 "$pkgdir/usr/share/doc/pilot-companion/copyright" "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
  rm -r "$pkgdir/usr/share/doc" "$pkgdir/usr/share/lintian"
}`;
  return filesOf('pilot-companion-bin', maintainer, fields, [package_]);
}

/** @param {import('./release.mjs').Release} release */
function source(release) {
  const { version, maintainer, repository } = release;
  const fields = {
    ...commonFields(release),
    makedepends: ['git', 'nodejs>=24', 'npm'],
    // Git verifies the tag, and the lock file has the hashes of the npm packages.
    source: [`pilot-companion::git+https://github.com/${repository}.git#tag=v${version}`],
    sha256sums: ['SKIP'],
  };
  const build = `build() {
  cd pilot-companion
  npm ci
  npm run package -- --linux dir
}`;
  const package_ = `package() {
  cd pilot-companion
  install -d "$pkgdir/opt" "$pkgdir/usr/bin"
  cp -r dist/package/linux*-unpacked "$pkgdir/opt/Pilot Companion"
  chmod 4755 "$pkgdir/opt/Pilot Companion/chrome-sandbox"
  ln -s "/opt/Pilot Companion/pilot-companion" "$pkgdir/usr/bin/pilot-companion"
  install -Dm644 dist/linux/app.pilotcompanion.PilotCompanion.metainfo.xml -t "$pkgdir/usr/share/metainfo"
  install -Dm644 build/linux/pilot-companion.desktop -t "$pkgdir/usr/share/applications"
  for size in 16 32 48 64 128 256 512; do
    install -Dm644 "build/icons/\${size}x\${size}.png" "$pkgdir/usr/share/icons/hicolor/\${size}x\${size}/apps/pilot-companion.png"
  done
  install -Dm644 LICENSE -t "$pkgdir/usr/share/licenses/$pkgname"
}`;
  return filesOf('pilot-companion', maintainer, fields, [build, package_]);
}

/**
 * Returns PKGBUILD, and .SRCINFO, which the AUR reads instead of running PKGBUILD.
 * @param {string} name
 * @param {string} maintainer
 * @param {Fields} fields
 * @param {readonly string[]} functions
 */
function filesOf(name, maintainer, fields, functions) {
  const quoted = (/** @type {string} */ value) => `'${value.replaceAll("'", `'\\''`)}'`;
  const assigned = Object.entries(fields).map(([field, value]) => {
    if (typeof value !== 'string') return `${field}=(${value.map(quoted).join(' ')})`;
    return `${field}=${/^[\w.]+$/.test(value) ? value : quoted(value)}`;
  });
  const pkgbuild = `# Maintainer: ${maintainer}\npkgname=${name}\n${assigned.join('\n')}\n\n${functions.join('\n\n')}\n`;
  const lines = Object.entries(fields).flatMap(([field, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `\t${field} = ${one}`),
  );
  return {
    [`aur/${name}/PKGBUILD`]: pkgbuild,
    [`aur/${name}/.SRCINFO`]: `pkgbase = ${name}\n${lines.join('\n')}\n\npkgname = ${name}\n`,
  };
}
