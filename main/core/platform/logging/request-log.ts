// The log of requests to the service, for diagnostics: one line of JSON each, without bodies and headers, rotated by
// size. Several processes on one data folder write to it.
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callSchema, type Call, type CallPurpose } from '../../../contract/diagnostics.ts';
import type { ObservedRequest } from '../network/request-observer.ts';
import { redactText } from '../masking/redact.ts';
import { parseJson } from '../text/byte-order-mark.ts';

/** Two files of this size hold some 2,500 requests: hours of a busy day. */
const maxLogBytes = 256 * 1024;
const maxPath = 300;

/** The parts of a profile that identify a request. */
type CalledService = {
  readonly key: string;
  readonly address: string;
  readonly userinfoPath: string;
  readonly apiPrefix: string;
};

export function createRequestLog(deps: { dataDir: string; maxBytes?: number }) {
  const maxBytes = deps.maxBytes ?? maxLogBytes;
  const folder = join(deps.dataDir, 'logs');
  const current = join(folder, 'calls.log');
  const older = join(folder, 'calls.1.log');
  let isFirst = true;

  return {
    /** A failing disk loses lines and nothing else. */
    note(service: CalledService, seen: ObservedRequest) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const size = statSync(current, { throwIfNoEntry: false })?.size ?? 0;
        if (size >= maxBytes) renameSync(current, older);
        // Ends a line that a crash has cut, so that the next one is complete.
        const ending = isFirst && size > 0 && size < maxBytes && !endsLine(current) ? '\n' : '';
        isFirst = false;
        appendFileSync(current, `${ending}${JSON.stringify({ profile: service.key, ...callOf(service, seen) })}\n`, {
          mode: 0o600,
        });
      } catch {
        // The next request would report the same error.
      }
    },
    /** The newest requests of a profile, or of all (null), oldest first. Unreadable lines are left out. */
    newest(profileKey: string | null, most: number): { entries: Call[]; isCut: boolean } {
      const lines = [older, current].flatMap((file) => linesOf(file));
      const entries = lines.flatMap((line) => {
        const read = parseJson(line);
        const call = callSchema.safeParse(read);
        const isWanted = profileKey === null || (read as { profile?: unknown } | null)?.profile === profileKey;
        return call.success && isWanted ? [call.data] : [];
      });
      return { entries: entries.slice(-most), isCut: entries.length > most };
    },
  };
}

function callOf(service: CalledService, seen: ObservedRequest): Call {
  const { url, grantType, ...rest } = seen;
  const path = belowAddress(service.address, url);
  return {
    ...rest,
    purpose: purposeOf(service, seen.method, path, grantType),
    path: redactText(path).slice(0, maxPath),
  };
}

/** The path relative to the service's address; for another host (a broker) its own path. */
function belowAddress(address: string, url: string): string {
  if (url.startsWith(`${address}/`)) return url.slice(address.length);
  return URL.canParse(url) ? `${new URL(url).pathname}${new URL(url).search}` : '';
}

function purposeOf(service: CalledService, method: string, path: string, grantType: string | null): CallPurpose {
  if (grantType === 'authorization_code') return 'exchange';
  if (grantType === 'refresh_token') return 'refresh';
  const [plain = ''] = path.split('?');
  const flights = `${service.apiPrefix}/flights`;
  if (plain === service.userinfoPath) return 'who';
  if (plain === flights) return method === 'POST' ? 'upload' : 'list';
  return plain.startsWith(`${flights}/`) ? 'read' : 'other';
}

const endsLine = (file: string) => readFileSync(file).at(-1) === 10;

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
