// The project of a user who installs the emulator's package from its file. Its dependencies come from npm's cache or
// registry.
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../architecture/source-files.ts';

const run = promisify(execFile);

/** Returns its folder. The manifest is that of `npm init -y`, which makes CommonJS the default. */
export async function createUserProject(packages: readonly string[] = []): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'pilot-companion-user-'));
  const pack = [join(root, 'scripts', 'build', 'pack-emulator.mjs')];
  const { stdout } = await run(process.execPath, pack, { cwd: root });
  await writeFile(join(project, 'package.json'), '{ "name": "user", "version": "1.0.0", "type": "commonjs" }');
  const flags = ['--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = ['install', stdout.trim(), ...packages, ...flags];
  await run('npm', install, { cwd: project, shell: process.platform === 'win32' }).catch((cause: unknown) => {
    throw new Error('npm could not install the packages; its registry has to be within reach for this test.', {
      cause,
    });
  });
  return project;
}
