// A service that puts a marker everywhere a service can put text: an emulator behind a proxy that answers the first
// requests of each kind in a wrong way, and fills the right answers with markers. Nothing of them may be kept.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
type Answer = (response: ServerResponse) => void;

/** @param marker of 33 characters or more; visible ASCII, as it is in headers too */
export async function startMarkingService({ upstream, marker }: { upstream: string; marker: string }) {
  const asked = new Map<string, number>();
  const number = /^\d+$/.test(marker) ? Number(marker) : marker;
  const everywhere = (): Json => ({
    detail: marker,
    error: marker,
    error_description: marker,
    error_uri: `https://service.example/${encodeURIComponent(marker)}`,
    message: [marker],
    [marker]: number,
  });
  const headers = (type: string) => ({
    'content-type': `${type}; name="${marker}"`,
    'content-disposition': `attachment; filename="${marker}.png"`,
    'retry-after': marker,
    etag: `"${marker}"`,
    'set-cookie': `a=${marker}`,
    'www-authenticate': `Bearer error="${marker}", error_description="${marker}"`,
    server: marker,
    'x-said': marker,
  });

  const send =
    (status: number, type: string, body: string): Answer =>
    (response) =>
      void response.writeHead(status, marker, headers(type)).end(body);
  const json = (status: number) => send(status, 'application/json', JSON.stringify(everywhere()));
  const page = (status: number) => send(status, 'text/html', `<title>${marker}</title>`);
  const elsewhere: Answer = (response) => {
    const location = `http://service.example/${encodeURIComponent(marker)}?of=${encodeURIComponent(marker)}`;
    response.writeHead(302, marker, { ...headers('text/plain'), location }).end(marker);
  };
  /** In turn; null: the right answer, filled with markers, as after them. */
  const wrong: Readonly<Record<string, readonly (Answer | null)[]>> = {
    'POST /api/v1/flights': [
      json(403),
      json(422),
      page(500),
      elsewhere,
      (response) => void response.socket?.end(`${marker}\r\n${marker}\r\n\r\n`),
      send(200, 'application/json', `{"id": ${marker}`),
      send(400, `${encodeURIComponent(marker)}/${encodeURIComponent(marker)}`, marker),
      page(431),
      page(502),
      json(429),
      null,
      // Last: from then on files of this size are held.
      page(413),
    ],
    'GET /api/v1/flights': [json(500), send(200, 'application/json', `{"items": [${marker}`), page(504)],
    'GET /oauth/userinfo': [json(500)],
    'POST /oauth/token authorization_code': [
      json(400),
      json(401),
      send(400, 'application/json', JSON.stringify({ ...everywhere(), error: 'invalid_request' })),
      (response) => void response.socket?.end(`HTTP/1.1 ${marker}\r\n\r\n`),
    ],
    'POST /oauth/token refresh_token': [json(429), json(429)],
  };

  /** The redirect to the companion, refused and filled: with an error, then with another issuer. */
  function back(url: URL, count: number, address: string, response: ServerResponse): boolean {
    const filled = [
      { error: marker, error_description: marker, error_uri: marker, [marker]: marker, iss: address },
      { error: 'access_denied', error_description: marker, iss: address },
      { code: marker, iss: `https://${marker}.example` },
    ][count];
    const target = new URL(url.searchParams.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries(filled ?? {})) target.searchParams.set(name, value);
    target.searchParams.set('state', url.searchParams.get('state') ?? '');
    if (filled) response.writeHead(302, { location: target.href }).end();
    return filled !== undefined;
  }

  const filledRecord = (item: Json): Json => ({
    ...item,
    date: marker,
    aircraft: marker,
    icao_out: marker,
    icao_in: marker,
    total_ft: marker,
    pax: number,
    cargo_kg: marker,
    rating_contribution: `${marker} ${marker}`,
    unknown: marker,
    [marker]: { [marker]: marker },
  });
  function filled(path: string, body: Json): Json {
    if (path === '/oauth/token') {
      return {
        ...body,
        ...('access_token' in body && { scope: `${String(body['scope'])} ${marker}` }),
        [marker]: marker,
      };
    }
    if (path === '/oauth/userinfo') return { sub: marker, name: marker, preferred_username: marker };
    if (Array.isArray(body['items'])) return { ...body, items: body['items'].map((one) => filledRecord(one as Json)) };
    return 'id' in body ? filledRecord(body) : { ...everywhere(), ...body };
  }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', upstream);
    const body = await bodyOf(request);
    const grant = url.pathname === '/oauth/token' ? ` ${new URLSearchParams(body.toString()).get('grant_type')}` : '';
    const kind = `${request.method} ${url.pathname}${grant}`;
    const count = asked.get(kind) ?? 0;
    asked.set(kind, count + 1);
    if (url.pathname === '/oauth/authorize' && back(url, count, address, response)) return;
    const answerWrongly = wrong[kind]?.[count];
    if (answerWrongly) return answerWrongly(response);

    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: onward(request.headers),
      redirect: 'manual',
      ...(request.method === 'POST' && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location !== null) {
      const named = new URL(location.replaceAll(encodeURIComponent(upstream), encodeURIComponent(address)));
      named.searchParams.set('note', marker);
      return void response.writeHead(302, { location: named.href }).end();
    }
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const whole = isJson ? JSON.stringify(filled(url.pathname, JSON.parse(text) as Json)) : text;
    send(answer.status, isJson ? 'application/json' : 'text/html', whole)(response);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    /** How many requests of each kind there were. */
    asked: (): Readonly<Record<string, number>> => Object.fromEntries(asked),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const onward = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
