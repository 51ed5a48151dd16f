// The log: one JSON object a line, rotated by size. Written synchronously, because the last line before a crash matters
// most.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../masking/redact.ts';
import type { Clock, LogFields, Logger } from '../ports.ts';

type FileLogOptions = {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  /** One file holds at most about this much; `keptFiles` older ones stay. */
  readonly maxBytes?: number;
  readonly keptFiles?: number;
};

/** A failing disk loses log lines and nothing else. */
export function createFileLog({ folder, clock, maxBytes = 1024 * 1024, keptFiles = 3 }: FileLogOptions): Logger {
  const file = (age: number) => join(folder, age === 0 ? 'companion.log' : `companion.${age}.log`);

  function turnOver() {
    for (let age = keptFiles - 1; age >= 0; age -= 1) {
      if (sizeOf(file(age)) !== null) renameSync(file(age), file(age + 1));
    }
  }

  function write(level: keyof Logger, message: string, fields: LogFields = {}) {
    const line = { at: new Date(clock.now()).toISOString(), level, ...(redact({ message, ...fields }) as object) };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((sizeOf(file(0)) ?? 0) >= maxBytes) turnOver();
      appendFileSync(file(0), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // There is no other place to report it.
    }
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
