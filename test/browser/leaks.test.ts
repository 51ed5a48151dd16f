// Nothing is leaked: a whole day of a companion in one run, with the real command line, the real window in a real
// browser and a misbehaving service; then every byte that it left anywhere is searched for every secret that was issued
// or created.
//
// Where secrets may be, and are therefore not searched for: the file `secrets.vault.json` and its temporary
// replacement, if there is no keychain and the pilot allowed it; the redirect address, which contains the service's
// code. The window's own key is in the address that the program prints, and works once.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openKeyring } from '../leaks/keyring.ts';
import { openLeakRun, until, vaultName } from '../leaks/leak-run.ts';
import { missing } from '../node/secrets/keychain-session.ts';
import { launchBrowser } from '../support/browser.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

const upload = { method: 'POST', path: '/api/v1/flights' };
const kinds = ['code', 'access_token', 'refresh_token', 'client_secret', 'code_verifier', 'state'];

test('a whole run leaves no token, code, verifier, secret or key outside the vault', async () => {
  await using run = await openLeakRun({ browser, args: ['--allow-file-vault'] });
  await run.signIn();

  // Uploads and refreshes, with faults.
  const { add } = run.emulator.faults;
  add({ match: upload, times: 1, effect: { type: 'status', status: 401, body: { detail: 'unauthorized' } } });
  add({ match: { path: '/oauth/userinfo' }, times: 1, effect: { type: 'garbage' } });
  const window = await run.openWindow();
  await window.drop(run.image('one.png'));
  await until('it is there', () => run.flights() === 1);
  await until('it was renewed', () => run.seen('refresh_token') >= 3);
  await window.page.getByRole('link', { name: 'Settings' }).click();
  const [download] = await Promise.all([
    window.page.waitForEvent('download'),
    window.page.getByRole('button', { name: 'Save diagnostics file' }).click(),
  ]);
  const saved = join(run.folder, 'by-window.json');
  await download.saveAs(saved);
  run.keep('diagnostics of the window', readFileSync(saved));
  await run.keepPage('of the window', window.page);

  // Killed in the middle of an upload: what is on disk now is what a thief would find.
  add({ match: upload, times: 1, effect: { type: 'throttle', bytesPerSecond: 5_000 } });
  await window.page.getByRole('link', { name: 'Board' }).click();
  await window.drop(run.image('two.png'));
  await window.page.getByText('two.png').first().waitFor();
  await until('it is on its way', () => run.emulator.journal.list().items.some((one) => one.outcome === 'open'));
  await window.kill();
  run.keepDisk('after the crash');
  await window.close();

  // Then it continues.
  await run.run('flights', ['--json', 'flights']);
  const written = join(run.folder, 'by-command.json');
  await run.run('diagnostics', ['--json', 'diagnostics', written]);
  run.keep('diagnostics of the command line', readFileSync(written));
  await run.run('demonstration', ['--profile', 'demo', 'upload', run.image('three.png'), '--wait']);
  run.keepDisk('at the end');
  run.keepDatabase();
  // All files created on the way are private to the user; Windows has no such bits.
  expect(process.platform === 'win32' ? [] : run.openToOthers()).toEqual([]);

  for (const kind of [...kinds, 'page_key', 'control_token', 'window key', 'window session']) {
    expect({ kind, seen: run.seen(kind) > 0 }).toEqual({ kind, seen: true });
  }
  const found = run.search();
  expect(found.leaks).toEqual([]);
  expect(found.shaped).toEqual([]);
  expect(found.places).toBeGreaterThan(60);
  expect(found.secrets).toBeGreaterThan(14);
  // The search would have found it: the one excluded file is full of secrets.
  const inVault = found.in(vaultName, readFileSync(join(run.dataDir, vaultName)));
  expect(new Set(inVault.map(({ kind }) => kind))).toEqual(new Set(['access_token', 'refresh_token', 'client_secret']));
});

const isLinux = process.platform === 'linux';
const why = !isLinux
  ? ' (skipped: on Linux alone)'
  : missing.length > 0
    ? ` (skipped: ${missing.join(' and ')} not found here)`
    : '';

test.skipIf(!isLinux || missing.length > 0)(
  `with a keychain there is no such file, and the search excludes nothing, not even the keyring's own files${why}`,
  async () => {
    await using keyring = await openKeyring();
    await using run = await openLeakRun({ browser, args: [], env: keyring.env });
    await run.signIn();
    await run.run('flights', ['flights']);
    const written = join(run.folder, 'by-command.json');
    await run.run('diagnostics', ['diagnostics', written]);
    run.keep('diagnostics of the command line', readFileSync(written));
    run.keepDisk('at the end');
    run.keepDisk('of the keyring', keyring.folder);
    run.keepDatabase();

    for (const kind of kinds) expect({ kind, seen: run.seen(kind) > 0 }).toEqual({ kind, seen: true });
    expect(existsSync(join(run.dataDir, vaultName))).toBe(false);
    expect(run.search().leaks).toEqual([]);
  },
);
