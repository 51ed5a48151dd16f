// `pilot-companion demo`: the main job in a minute, in the terminal. Starts the embedded service, signs in, watches a
// folder, drops three sample screenshots into it, paces them and follows them until they are settled.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { samples } from '../../emulator/samples/sample-files.ts';
import { neverOpens } from './system/open-browser.ts';
import { call, stateOf, until } from './cli/call.ts';
import { exitCodes } from './cli/exit.ts';
import type { Output } from './cli/output.ts';
import { follow } from './cli/commands/stay-commands.ts';
import { createEmbeddedService } from './embedded-service.ts';
import { openCompanion } from './open-companion.ts';

const SAMPLES = 3;
/** The service's checks come sooner than its defaults, so that a minute is enough. Its minimum wait is the real one. */
const quickChecks = { checkDelayMs: 4_000, moderationShare: 0.5, moderationDelayMs: 6_000 };

export async function runDemo(out: Output, stop: AbortSignal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-demo-'));
  const screenshots = join(folder, 'screenshots');
  mkdirSync(screenshots);
  try {
    out.say(
      'The built-in service starts. Its checks take seconds here instead of minutes; its minimum wait between uploads is the usual 5 s.',
    );
    const opened = await openCompanion({
      dataDir: join(folder, 'data'),
      profile: { kind: 'demo' },
      // The demonstration's tokens open nothing and end with it: they stay out of the keychain.
      secretsInMemory: true,
      browser: () => neverOpens,
      embeddedService: (deps) => createEmbeddedService({ ...deps, options: quickChecks }),
    });
    if (!opened.ok) {
      out.failure(opened.failure);
      return exitCodes.failed;
    }
    const { companion, close } = opened.value;
    try {
      const { account } = await stateOf(companion);
      out.say(account.status === 'signed-in' ? `Signed in as ${account.name}.` : 'Nobody is signed in.');
      follow(companion, out);
      const added = await call(companion, 'folders.add', { path: screenshots, existing: false });
      if (!added.ok) {
        out.failure(added.failure);
        return exitCodes.failed;
      }
      out.say(`Watching ${screenshots}; ${SAMPLES} screenshots are saved there now.`);
      for (const sample of samples.slice(0, SAMPLES))
        copyFileSync(sample.path, join(screenshots, basename(sample.path)));

      const settled = await until(
        companion,
        async () => {
          const { bays } = await stateOf(companion);
          return bays.settled >= SAMPLES ? bays.settled : null;
        },
        AbortSignal.any([stop, AbortSignal.timeout(120_000)]),
      );
      out.clear();
      if (settled === null) {
        out.warn(stop.aborted ? 'Called off.' : 'It took longer than two minutes; see `pilot-companion status`.');
        return exitCodes.failed;
      }
      out.say(`All ${settled} reports are settled. Next: \`npm start\` for the window.`);
      return exitCodes.done;
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
