// `--smoke`: starts the app on a temporary folder, uploads a sample report to the built-in service, and exits with 0 or 1 and
// a report in JSON. The release workflow runs it on each packed app (docs/distributors/release.md). Hidden: it is not a feature.
import { writeFileSync } from 'node:fs';
import type { CommandInput, CommandName, CommandOutput } from '../contract/commands.ts';
import type { Companion } from '../core/app/companion.ts';
import type { Clock } from '../core/platform/ports.ts';
import type { Message } from '../messages/message.ts';
import { app } from 'electron';
import type { MainWindow } from './window/window.ts';

type SmokeOptions = {
  readonly started: Promise<Companion | null>;
  readonly mainWindow: Pick<MainWindow, 'contents'>;
  readonly clock: Clock;
  readonly text: (message: Message) => string;
  /** Absolute; null for standard output only. A program with a window has none on Windows. */
  readonly reportPath: string | null;
};

type Step = { readonly name: string; readonly ok: boolean; readonly ms: number; readonly detail: unknown };
type SmokeReport = { readonly ok: boolean; readonly steps: readonly Step[] };

/** For one step. The built-in service requires seconds between uploads; a busy machine needs more. */
const stepLimitMs = 60_000;
const pollEveryMs = 100;

/** Stops at the first step that fails. Never rejects. */
async function runSmoke({ started, mainWindow, clock, text }: SmokeOptions): Promise<SmokeReport> {
  const companion = await started;
  const inWindow = async (script: string): Promise<unknown> => mainWindow.contents()?.executeJavaScript(script) ?? null;
  const steps: Step[] = [];

  async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
    if (companion === null) throw new Error('the companion did not start');
    const answer = await companion.handle(name, input);
    if (!answer.ok) throw new Error(text(answer.failure.message));
    return answer.value as CommandOutput<N>;
  }

  /** Waits until `probe` returns something other than null. */
  async function until<T>(probe: () => Promise<T | null>): Promise<T> {
    const endMs = clock.now() + stepLimitMs;
    for (;;) {
      const found = await probe();
      if (found !== null) return found;
      if (clock.now() > endMs) throw new Error(`nothing within ${stepLimitMs / 1000} s`);
      await clock.sleep(pollEveryMs);
    }
  }

  const work: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the companion answers', async () => ({ secretsIn: (await ask('app.state', {})).secretsIn })],
    ['the window shows its page', () => until(() => inWindow(shownScript).catch(() => null))],
    [
      'the window reaches the companion over its bridge',
      async () => {
        const answer = await inWindow("pilotCompanion.call('app.state', {}).then(({ ok }) => ok)");
        if (answer !== true) throw new Error('the bridge did not answer');
        return null;
      },
    ],
    [
      'the built-in service starts and signs in',
      async () => {
        await ask('profile.choose', { profile: 'demo' });
        return until(async () => ((await ask('app.state', {})).account.status === 'signed-in' ? {} : null));
      },
    ],
    ['an image is added', () => ask('service.addSampleReport', {})],
    [
      'the service has its record',
      () =>
        until(async () => {
          const pages = await Promise.all(
            (['under-review', 'completed'] as const).map((bay) => ask('strips.page', { bay, after: null, limit: 10 })),
          );
          const flight = pages.flatMap(({ strips }) => strips)[0]?.flight?.id;
          return flight === undefined ? null : { flight };
        }),
    ],
    ['the window shows the report', () => until(() => inWindow(reportScript).catch(() => null))],
    // Its tokens are not left in the keychain.
    ['the demo signs out', () => ask('account.signOutAll', {})],
  ];

  for (const [name, run] of work) {
    const beganMs = clock.now();
    try {
      const detail = await run();
      steps.push({ name, ok: true, ms: clock.now() - beganMs, detail });
    } catch (error) {
      steps.push({ name, ok: false, ms: clock.now() - beganMs, detail: error instanceof Error ? error.message : null });
      return { ok: false, steps };
    }
  }
  return { ok: true, steps };
}

/** Null while the page is empty. */
const shownScript = '(document.querySelector("main, h1, h2, button") === null ? null : { title: document.title })';
const reportScript = '(document.querySelector("[data-strip]") === null ? null : {})';

/** Resolves with the exit code. */
export async function reportSmoke(options: SmokeOptions): Promise<0 | 1> {
  const { ok, steps } = await runSmoke(options);
  const { electron, chrome, node } = process.versions;
  const about = { version: app.getVersion(), isPackaged: app.isPackaged, electron, chrome, node };
  const report = `${JSON.stringify({ ok, ...about, platform: process.platform, arch: process.arch, steps }, null, 2)}\n`;
  process.stdout.write(report);
  try {
    if (options.reportPath !== null) writeFileSync(options.reportPath, report);
  } catch (error) {
    console.error(String(error));
    return 1;
  }
  return ok ? 0 : 1;
}
