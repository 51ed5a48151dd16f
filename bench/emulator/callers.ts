// The requests of the connections: a refresh with the token of the previous response, an upload.

import type { Caller } from '../harness/http-load.ts';

/** A connection that refreshes a pair of tokens: each answer contains the token for the next request. */
export function refreshing(first: { clientId: string; clientSecret: string; refreshToken: string }): Caller {
  const form = `grant_type=refresh_token&client_id=${first.clientId}&client_secret=${first.clientSecret}&refresh_token=`;
  let token = first.refreshToken;
  return {
    next: () => [
      'POST /oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n' +
        `content-length: ${form.length + token.length}\r\n\r\n${form}${token}`,
    ],
    answered(status, body) {
      const next = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
      if (status !== 200 || next === undefined) throw new Error(`A refresh was answered ${status}: ${body}`);
      token = next;
    },
  };
}

/** A connection that uploads the same file for these pilots in rotation. */
export function uploading(file: Buffer, accessTokens: readonly string[]): Caller {
  const boundary = '----pilot-companion-benchmark';
  const before = `--${boundary}\r\ncontent-disposition: form-data; name="report"; filename="report.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(before), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  let turn = 0;
  return {
    next: () => [
      'POST /api/v1/flights HTTP/1.1\r\nhost: 127.0.0.1\r\n' +
        `authorization: Bearer ${accessTokens[turn++ % accessTokens.length]}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
      body,
    ],
    answered(status, text) {
      if (status !== 200) throw new Error(`An upload was answered ${status}: ${text}`);
    },
  };
}
