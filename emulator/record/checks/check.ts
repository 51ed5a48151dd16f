// A check of one assumption: what the emulator does, and the exchanges that show the same or something else.

import type { Traffic } from '../traffic/traffic.ts';

export type Evidence = {
  request: number;
  holds: boolean;
  /** A sentence without its full stop. */
  shows: string;
};

export type Check =
  | {
      claim: string;
      /** What a client has to do for it to be seen. */
      toObserve: string;
      find(traffic: Traffic): Evidence[];
      /** What a finding does not show, if the claim goes further. */
      extent?: string;
    }
  | {
      claim: string;
      /** Why no traffic can show it. */
      invisible: string;
    };

/** `A1` to `A34`. */
export type Checks = Readonly<Record<string, Check>>;

export const holds = ({ request }: { request: number }, shows: string): Evidence => ({ request, holds: true, shows });

export const differs = ({ request }: { request: number }, shows: string): Evidence => ({
  request,
  holds: false,
  shows,
});

/** A status with the code of its body: `429 too_fast`. */
export function answerIn({ status, json }: { status: number | null; json: unknown }): string {
  const body = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const code = body['detail'] ?? body['error'];
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? `${status} ${code}` : String(status);
}
