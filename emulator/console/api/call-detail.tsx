// One call: its parameters and body to fill in, and the answer it got.
import { useState } from 'react';
import type { Operation } from '../client/operations.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Detail, LongText } from '../elements/detail.tsx';
import { Form } from '../elements/form.tsx';
import type { FormField } from '../elements/form.tsx';
import { bytes, duration } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { readableBody } from '../requests/request-detail.tsx';
import { useSelected, useStore } from '../store/use-store.ts';
import { sendOperation } from './send-operation.ts';
import type { Answer } from './send-operation.ts';

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
      label: isRequired || body === 'upload' ? <span translate="no">{name}</span> : text.optional(name),
      help: about,
      input: body === 'upload' ? { type: 'file', accept: 'image/png,image/jpeg' } : { required: isRequired },
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
          renderActions={() => (
            <>
              {needsPilot ? (
                <button type="button" className="button" onClick={() => void store.signIn({})}>
                  {text.signIn}
                </button>
              ) : null}
              <span className="dim small">{isService ? text.asClient : text.withToken}</span>
            </>
          )}
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
