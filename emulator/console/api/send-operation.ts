// Sends a call as in the form, and reads any response.
import { CallError } from '../link/control-client.ts';
import { machineNow } from '../store/machine-time.ts';
import { messages } from '../messages/messages.ts';
import type { Operation } from './operations.ts';

export type Answer = {
  /** Null for a redirect, which a page can’t read. */
  readonly status: number | null;
  readonly took: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bytes: number;
};

export type Draft = {
  /** By name of parameter; an empty one is not sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly json: string;
  readonly file: File | null;
};

/** @param root the URL in front of the path, without a trailing slash */
export async function sendOperation(
  operation: Operation,
  { values, json, file }: Draft,
  root: string,
  token: string | null,
): Promise<Answer> {
  const given = operation.parameters.filter(({ name }) => (values[name] ?? '') !== '');
  const path = given
    .filter(({ isInPath }) => isInPath)
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name]!)), operation.path);
  const rest = given.filter(({ isInPath }) => !isInPath).map(({ name }) => [name, values[name]!]);
  const isQuery = operation.body !== 'form' && operation.body !== 'upload';
  const query = isQuery && rest.length > 0 ? `?${new URLSearchParams(rest).toString()}` : '';

  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  const init: RequestInit = { method: operation.method, cache: 'no-store', redirect: 'manual', headers };
  if (operation.body === 'form') init.body = new URLSearchParams(rest);
  if (operation.body === 'upload') {
    const form = new FormData();
    if (file !== null) form.set('report', file);
    init.body = form;
  }
  if (operation.body === 'json' && json.trim() !== '') {
    headers['Content-Type'] = 'application/json';
    init.body = json;
  }

  const begun = machineNow();
  const response = await fetch(root + path + query, init).catch(() => {
    throw new CallError(null, messages.link.unreachable);
  });
  const blob = await response.blob();
  const took = machineNow() - begun;
  const type = response.headers.get('content-type') ?? '';
  const isText = /json|text|html|xml/.test(type);
  return {
    status: response.type === 'opaqueredirect' ? null : response.status,
    took,
    headers: Object.fromEntries(response.headers),
    body: blob.size > 0 && isText ? await blob.text() : null,
    bytes: blob.size,
  };
}
