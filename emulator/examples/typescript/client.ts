// The few calls of a client that the recipes share. Use your own client in your tests.

export const application = {
  client_id: 'pilot-companion-demo',
  client_secret: 'demo-secret-for-the-emulator-only',
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Uploads the smallest file that passes as PNG. */
export function upload(url: string, token: string, signal?: AbortSignal): Promise<Response> {
  const body = new FormData();
  body.set('report', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'report.png'));
  return fetch(`${url}/api/v1/flights`, { method: 'POST', headers: bearer(token), body, signal: signal ?? null });
}

/** `/4700` reads one flight, nothing lists all. */
export const read = (url: string, token: string, path = ''): Promise<Response> =>
  fetch(`${url}/api/v1/flights${path}`, { headers: bearer(token) });

export type Flight = {
  id: number;
  moderator_checked: boolean;
  automated_checked: boolean;
  season_points: number | null;
};

export async function listFlights(url: string, token: string): Promise<Flight[]> {
  const { items } = (await (await read(url, token)).json()) as { items: Flight[] };
  return items;
}

export type TokenAnswer = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  error?: string;
};

/** The status of the token endpoint and its answer. */
export async function requestTokens(url: string, form: Record<string, string>): Promise<[number, TokenAnswer]> {
  const body = new URLSearchParams({ ...application, ...form });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  return [answer.status, (await answer.json()) as TokenAnswer];
}

export const refresh = (url: string, refreshToken: string): Promise<[number, TokenAnswer]> =>
  requestTokens(url, { grant_type: 'refresh_token', refresh_token: refreshToken });
