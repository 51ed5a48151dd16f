// Calls the control interface of an emulator over HTTP, without a network.

import type { Emulator } from '../../../emulator/emulator.ts';

export type Answer = {
  status: number;
  headers: Record<string, unknown>;
  /** The JSON of the body, or an image as the library returns it; null if there is none. */
  body: unknown;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** @param line the method and what follows `/_emulator`, as in `POST /clock` */
export async function callControl(
  emulator: Emulator,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, path] = line.split(' ') as [Method, string];
  const response = await emulator.inject({
    method,
    url: `/_emulator${path}`,
    headers: {
      authorization: `Bearer ${emulator.controlToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { statusCode: status, headers: answered, body: text, rawPayload: bytes } = response;
  const mediaType = String(answered['content-type']);
  const isImage = mediaType.startsWith('image/');
  const read = isImage ? { mediaType, bytes } : text === '' ? null : JSON.parse(text);
  return { status, headers: answered, body: read };
}
