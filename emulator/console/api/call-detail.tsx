// One call: its parameters and body to fill in, and the answer it got.
import { useState } from 'react';
import { Button, CopyButton } from '../elements/button.tsx';
import { fetchAny } from '../client/client.ts';
import { fillPath } from '../client/operations.ts';
import type { Operation } from '../client/operations.ts';
import { Detail, LongText } from '../elements/detail.tsx';
import { Form } from '../elements/form.tsx';
import type { Draft, FormField } from '../elements/form.tsx';
import { bytes, duration } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { readableBody } from '../requests/request-detail.tsx';
import { machineNow } from '../store/machine-time.ts';
import { useSelected, useStore } from '../store/use-store.ts';

const text = messages.api;
/** Parameters are named as in the description, so this can’t be one. */
const tokenField = 'access token';

export function CallDetail({
  operation,
  isService,
  onClose,
}: {
  readonly operation: Operation;
  readonly isService: boolean;
  readonly onClose: () => void;
}) {
  const store = useStore();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const signedIn = useSelected((state) => state.signedIn);
  const { id, method, path, summary, body, example, needsPilot, isStream, parameters } = operation;
  const fields: FormField[] = [
    ...(needsPilot ? [{ name: tokenField, label: text.token, isMono: true }] : []),
    ...parameters.map(({ name, isRequired, about }): FormField => ({
      name,
      label: <span translate="no">{name}</span>,
      help: about,
      input:
        body === 'upload'
          ? { type: 'file', accept: 'image/png,image/jpeg' }
          : { required: isRequired, placeholder: isRequired ? undefined : text.optional },
    })),
    ...(body === 'json' ? [{ name: 'body', label: text.body, isLong: true, isMono: true }] : []),
  ];
  return (
    <Detail label={text.open(method, path)} onClose={onClose}>
      <p className="dim small mono">{id}</p>
      <h2 className="detail-title mono" translate="no">
        {method} {path}
      </h2>
      <p>{summary}</p>
      {isStream ? (
        <>
          <p className="dim small">{text.stream}</p>
          <CopyButton
            text={`curl -N -H "Authorization: Bearer ${store.controlToken}" ${store.address}${path}`}
            label={messages.requests.copyCurl}
          />
        </>
      ) : (
        <Form
          fields={fields}
          first={{ body: example, [tokenField]: signedIn?.access_token ?? '' }}
          submit={text.send}
          onSubmit={async (draft, form) => {
            const pilotToken = needsPilot ? draft[tokenField] || null : null;
            const file = form.querySelector<HTMLInputElement>('[type=file]')?.files?.[0] ?? null;
            const token = isService ? pilotToken : store.controlToken;
            setAnswer(await store.attempt(() => sendOperation(operation, { draft, file, root: store.address, token })));
          }}
          actions={
            <>
              {needsPilot ? <Button onClick={() => store.attempt(() => store.signIn({}))}>{text.signIn}</Button> : null}
              <span className="dim small">{isService ? text.asClient : text.withToken}</span>
            </>
          }
        />
      )}
      <div aria-live="polite">{answer === null ? null : <AnswerSection answer={answer} />}</div>
    </Detail>
  );
}

function AnswerSection({ answer: { status, tookMs, headers, body, bytes: size } }: { readonly answer: Answer }) {
  const shown = body === null ? null : readableBody({ headers: { ...headers }, body });
  return (
    <section className="message">
      <h3>
        {messages.requests.answer.title} <span>{duration(tookMs)}</span>{' '}
        {size === 0 ? null : <span>{bytes(size)}</span>}
      </h3>
      <p className={`outcome ${status !== null && status >= 400 ? 'refused' : 'well'}`}>
        <b>{status ?? text.redirect}</b> <span translate="no">{headers['content-type'] ?? ''}</span>
      </p>
      {status === null ? <p className="dim small">{text.redirectAbout}</p> : null}
      {shown === null && status !== null ? (
        <p className="dim small">{size === 0 ? messages.requests.noBody : text.binary}</p>
      ) : null}
      {shown === null ? null : (
        <>
          <LongText label={messages.requests.answer.body} text={shown.slice(0, mostShown)} />
          {shown.length > mostShown ? <p className="dim small">{text.shortened}</p> : null}
          <div className="actions">
            <CopyButton text={shown} label={text.copyAnswer} />
          </div>
        </>
      )}
    </section>
  );
}

/** Rendering a state with many flights would block the page. */
const mostShown = 100_000;

// Sends a call as in the form, and reads any response.

type Answer = {
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
async function sendOperation(
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
