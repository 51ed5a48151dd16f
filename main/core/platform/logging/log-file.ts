// The log: one JSON object a line in a file of ours, kept small by turning it over. Written synchronously, because the
// last line before an end is the one that is wanted.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, LogFields, Logger } from '../ports.ts';

type FileLogOptions = {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes the secrets out of what is about to be written. */
  readonly redact: (fields: LogFields) => unknown;
  /** One file holds at most about this much; as many older ones as `keptFiles` stay beside it. */
  readonly maxBytes?: number;
  readonly keptFiles?: number;
};

/** A disk that cannot be written to costs log lines and nothing else. */
export function createFileLog({
  folder,
  clock,
  redact,
  maxBytes = 1024 * 1024,
  keptFiles = 3,
}: FileLogOptions): Logger {
  const file = (age: number) => join(folder, age === 0 ? 'companion.log' : `companion.${age}.log`);

  function turnOver() {
    for (let age = keptFiles - 1; age >= 0; age -= 1) {
      if (sizeOf(file(age)) !== null) renameSync(file(age), file(age + 1));
    }
  }

  function write(level: keyof Logger, message: string, fields: LogFields = {}) {
    const line = { at: new Date(clock.now()).toISOString(), level, ...asFields(redact({ message, ...plain(fields) })) };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((sizeOf(file(0)) ?? 0) >= maxBytes) turnOver();
      appendFileSync(file(0), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // There is nobody left to tell.
    }
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
}

/** Errors hide their words from JSON: they are spelled out, causes too, before they are redacted. */
function plain(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, spell(value)]));
}

function spell(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  const cause = value.cause === undefined || depth > 4 ? {} : { cause: spell(value.cause, depth + 1) };
  return { name: value.name, message: value.message, stack: value.stack, ...cause };
}

const asFields = (value: unknown) => (typeof value === 'object' && value !== null ? value : { fields: value });

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
