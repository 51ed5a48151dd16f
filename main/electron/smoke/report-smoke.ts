// Runs the smoke test of this process and writes its report.
import { writeFileSync } from 'node:fs';
import { app } from 'electron';
import type { Companion } from '../../core/app/companion.ts';
import type { Clock } from '../../core/platform/ports.ts';
import type { Message } from '../../messages/message.ts';
import type { MainWindow } from '../window/main-window.ts';
import { runSmoke } from './smoke.ts';

type ReportOptions = {
  readonly started: Promise<Companion | null>;
  readonly mainWindow: Pick<MainWindow, 'contents'>;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly text: (message: Message) => string;
  /** Absolute; null for standard output only. A program with a window has none on Windows. */
  readonly reportPath: string | null;
};

/** Resolves with the exit code. */
export async function reportSmoke({ started, mainWindow, reportPath, ...rest }: ReportOptions): Promise<0 | 1> {
  const companion = await started;
  const inWindow = async (script: string): Promise<unknown> => mainWindow.contents()?.executeJavaScript(script) ?? null;
  const { ok, steps } = await runSmoke({ companion, inWindow, ...rest });
  const { electron, chrome, node } = process.versions;
  const about = { version: app.getVersion(), isPackaged: app.isPackaged, electron, chrome, node };
  const report = `${JSON.stringify({ ok, ...about, platform: process.platform, arch: process.arch, steps }, null, 2)}\n`;
  process.stdout.write(report);
  try {
    if (reportPath !== null) writeFileSync(reportPath, report);
  } catch (error) {
    console.error(String(error));
    return 1;
  }
  return ok ? 0 : 1;
}
