// Exports of the logbook: one at a time, with progress, to a file that is complete or not there, or to a stream of the
// host.
import { basename, join } from 'node:path';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { Exported, LogbookExport } from '../../../contract/logbook.ts';
import { message } from '../../../messages/message.ts';
import { exportFlights, exportName, type Written } from '../../logbook/export/export-flights.ts';
import { isWithin, writeWhole } from '../../logbook/export/write-whole.ts';
import { failures } from '../../messages/failures.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { Ports } from '../../platform/ports.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';

const progressEveryMs = 200;

type Write = (text: string) => Promise<void>;

export type LogbookExports = ReturnType<typeof createLogbookExports>;

export function createLogbookExports(deps: {
  ports: Pick<Ports, 'clock' | 'desktop' | 'log'>;
  /** No export is written there. */
  dataDir: string;
  runtime(): ProfileRuntime | null;
  onProgress(written: number, total: number): void;
}) {
  const { clock, desktop, log } = deps.ports;
  let current: AbortController | null = null;

  /** Null when it was cancelled. */
  async function run(input: LogbookExport, into: (work: (write: Write) => Promise<Written>) => Promise<Written>) {
    const runtime = deps.runtime();
    if (!runtime) return failed(failures.notChosen());
    if (current) return failed(failures.notNow(message('failure.exportInProgress')));
    const cancelling = new AbortController();
    current = cancelling;
    let reportedAt = Number.NEGATIVE_INFINITY;
    function onProgress(written: number, total: number) {
      if (written < total && clock.monotonic() - reportedAt < progressEveryMs) return;
      reportedAt = clock.monotonic();
      deps.onProgress(written, total);
    }
    try {
      const { logbook } = runtime;
      return ok(await into((write) => exportFlights({ logbook, input, write, signal: cancelling.signal, onProgress })));
    } catch (error) {
      if (cancelling.signal.aborted) return ok(null);
      throw error;
    } finally {
      current = null;
    }
  }

  async function toFile(input: LogbookExport, path: string): Promise<Result<Exported | null>> {
    const name = basename(path);
    try {
      const written = await run(input, (work) => writeWhole(path, work));
      return written.ok ? ok(written.value && { name, ...written.value }) : written;
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      log.warn('an export could not be written', { code: errorCode(error) });
      return failed(failures.exportNotWritten(name, errorCode(error)));
    }
  }

  /** Where the pilot chose. */
  async function toPilotsFile(input: LogbookExport, path: string): Promise<Result<Exported | null>> {
    const isOurs = await isWithin(path, deps.dataDir).catch(() => false);
    return isOurs ? failed(failures.exportIntoDataFolder(basename(path))) : toFile(input, path);
  }

  const nameOf = (input: LogbookExport) => exportName(input.format, clock.now());

  return {
    toPilotsFile,
    /** Into a folder of the host. */
    toFolder: (input: LogbookExport, folder: string) => toFile(input, join(folder, nameOf(input))),
    /** To standard output, for example. Rejects with what `write` rejects with. */
    async toStream(input: LogbookExport, write: Write): Promise<Result<Exported | null>> {
      const written = await run(input, (work) => work(write));
      return written.ok ? ok(written.value && { name: nameOf(input), ...written.value }) : written;
    },
    /** If the pilot chooses it in the host's dialog. */
    async toChosenFile(input: LogbookExport): Promise<Result<Exported | null>> {
      if (!desktop.chooseTarget) return failed(failures.notSupportedHere(message('failure.exportsDownload')));
      const path = await desktop.chooseTarget(nameOf(input));
      return path === null ? ok(null) : toPilotsFile(input, path);
    },
    cancel: () => current?.abort(),
  };
}
