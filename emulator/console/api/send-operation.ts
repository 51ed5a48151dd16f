// Sends a call as in the form, and reads any response.
import { fetchAny } from '../client/client.ts';
import { fillPath } from '../client/operations.ts';
import type { Operation } from '../client/operations.ts';
import type { Draft } from '../elements/form.tsx';
import { machineNow } from '../store/machine-time.ts';

export type Answer = {
  /** Null for a redirect, which a page can’t read. */
  readonly status: number | null;
  readonly tookMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bytes: number;
};

/**
 * @param root the URL in front of the path, without a trailing slash
 * @param draft values by name of the parameter; an empty one is not sent
 */
export async function sendOperation(
  { method, path, body, parameters }: Operation,
  { draft, file, root, token }: { draft: Draft; file: File | null; root: string; token: string | null },
): Promise<Answer> {
  const values = parameters.flatMap(({ name }) => (draft[name] ? [[name, draft[name]] as const] : []));
  const { url, others } = fillPath(root, path, Object.fromEntries(values));
  const given = new URLSearchParams(others);
  const query = body === 'form' || body === 'upload' || others.length === 0 ? '' : `?${given.toString()}`;

  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const init: RequestInit = { method, redirect: 'manual', headers };
  if (body === 'form') init.body = given;
  if (body === 'upload') {
    const form = new FormData();
    if (file !== null) form.set('report', file);
    init.body = form;
  }
  if (body === 'json' && draft['body']?.trim()) {
    headers['Content-Type'] = 'application/json';
    init.body = draft['body'];
  }

  const begun = machineNow();
  const response = await fetchAny(url + query, init);
  const blob = await response.blob();
  const isText = /json|text|html|xml/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.type === 'opaqueredirect' ? null : response.status,
    tookMs: machineNow() - begun,
    headers: Object.fromEntries(response.headers),
    body: blob.size > 0 && isText ? await blob.text() : null,
    bytes: blob.size,
  };
}
