// One call: its parameters and body to fill in, and the answer it got.
import { useEffect, useId, useRef, useState } from 'react';
import { CopyButton } from '../elements/copy-button.tsx';
import { Field } from '../elements/field.tsx';
import { Icon } from '../elements/icon.tsx';
import { bytes } from '../format/bytes.ts';
import { duration } from '../format/span.ts';
import { readableBody } from '../requests/message-section.tsx';
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import type { Operation } from './operations.ts';
import { sendOperation } from './send-operation.ts';
import type { Answer } from './send-operation.ts';

export function CallPanel({
  operation,
  isService,
  onClose,
}: {
  readonly operation: Operation;
  readonly isService: boolean;
  readonly onClose: () => void;
}) {
  const store = useConsole();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [json, setJson] = useState(operation.example);
  const [file, setFile] = useState<File | null>(null);
  const [typedToken, setToken] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const signedIn = useCell(store.signedIn);
  const pilotToken = typedToken ?? signedIn?.access_token ?? '';
  useEffect(() => panel.current?.focus(), []);

  const send = async () => {
    const token = isService ? (operation.needsPilot && pilotToken !== '' ? pilotToken : null) : store.controlToken;
    const got = await store.act(() => sendOperation(operation, { values, json, file }, store.address, token));
    if (got !== null) setAnswer(got);
  };
  const signIn = async () => {
    const made = await store.act(() => store.calls.signIn({}));
    if (made === null) return;
    store.signedIn.set(made);
    setToken(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <aside
      ref={panel}
      className="detail"
      tabIndex={-1}
      aria-label={messages.api.open(operation.method, operation.path)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <button type="button" className="icon-button detail-close" aria-label={messages.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      <p className="outcome call-id mono">{operation.id}</p>
      <h2 className="detail-title mono" translate="no">
        {operation.method} {operation.path}
      </h2>
      <p className="call-about">{operation.summary}</p>
      {operation.isStream ? (
        <>
          <p className="call-about dim small">{messages.api.stream}</p>
          <CopyButton
            text={`curl -N -H "Authorization: Bearer ${store.controlToken}" ${store.address}${operation.path}`}
            label={messages.requests.copyCurl}
          />
        </>
      ) : (
        <form
          className="form call-form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {operation.needsPilot ? (
            <div className="call-token">
              <Field
                label={messages.api.token}
                className="mono"
                value={pilotToken}
                onChange={(event) => setToken(event.target.value)}
              />
              <button type="button" className="button" onClick={() => void signIn()}>
                {messages.api.signIn}
              </button>
            </div>
          ) : null}
          {operation.parameters.map(({ name, isRequired, about }) =>
            operation.body === 'upload' ? (
              <Field
                key={name}
                type="file"
                accept="image/png,image/jpeg"
                label={<span translate="no">{name}</span>}
                help={about}
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            ) : (
              <Field
                key={name}
                label={isRequired ? <span translate="no">{name}</span> : messages.api.optional(name)}
                {...(about === '' ? {} : { help: about })}
                required={isRequired}
                value={values[name] ?? ''}
                onChange={({ target: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ),
          )}
          {operation.body === 'json' ? (
            <div className="field">
              <label htmlFor={id}>{messages.api.body}</label>
              <textarea
                id={id}
                className="mono"
                rows={Math.min(16, Math.max(4, json.split('\n').length))}
                spellCheck={false}
                value={json}
                onChange={(event) => setJson(event.target.value)}
              />
            </div>
          ) : null}
          <div className="actions">
            <button type="submit" className="button main-button">
              {messages.api.send}
            </button>
            <span className="dim small">{isService ? messages.api.asClient : messages.api.withToken}</span>
          </div>
        </form>
      )}
      <div aria-live="polite">{answer === null ? null : <AnswerSection answer={answer} />}</div>
    </aside>
  );
}

function AnswerSection({ answer: { status, took, headers, body, bytes: size } }: { readonly answer: Answer }) {
  const tone = status !== null && status >= 400 ? 'refused' : 'well';
  const shown = body === null ? null : readableBody({ headers: { ...headers }, body, bodyBytes: size });
  return (
    <section className="message">
      <h3>
        {messages.requests.answer.title} <span>{duration(took)}</span> {size === 0 ? null : <span>{bytes(size)}</span>}
      </h3>
      <p className={`outcome ${tone}`}>
        <b>{status ?? messages.api.redirect}</b> <span translate="no">{headers['content-type'] ?? ''}</span>
      </p>
      {status === null ? <p className="dim small">{messages.api.redirectAbout}</p> : null}
      {shown === null && status !== null ? (
        <p className="dim small">{size === 0 ? messages.requests.noBody : messages.api.binary}</p>
      ) : null}
      {shown === null ? null : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
          <section className="body mono" translate="no" tabIndex={0} aria-label={messages.requests.answer.body}>
            {shown.slice(0, mostShown)}
          </section>
          {shown.length > mostShown ? <p className="dim small">{messages.api.shortened}</p> : null}
          <div className="actions">
            <CopyButton text={shown} label={messages.api.copyAnswer} className="button small-button" />
          </div>
        </>
      )}
    </section>
  );
}

/** Rendering a state with many flights would block the page. */
const mostShown = 100_000;
