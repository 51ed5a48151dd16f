// One request of the journal: its outcome, its headers and bodies.
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../elements/button.tsx';
import type { JournalDetail, JournalMessage } from '../../api-types.ts';
import { asCurl } from '../../journal/as-curl.ts';
import { CallError } from '../client/client.ts';
import { Detail, Facts, LongText } from '../elements/detail.tsx';
import { effectLabel, matchLabel } from '../faults/fault-labels.ts';
import { bytes, duration } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useNames, usePart, useSelected, useStore } from '../store/use-store.ts';
import { isLinked, requestItem, statusLabel, toneOf } from './request.ts';
import type { LinkedRequest } from './request.ts';

const text = messages.requests;

export function RequestDetail({ linked, onClose }: { readonly linked: LinkedRequest; readonly onClose: () => void }) {
  const reading = useRequestDetail(linked);
  return (
    <Detail label={text.open(linked.id)} onClose={onClose}>
      {reading === 'reading' ? <p className="dim">{messages.reading}</p> : null}
      {typeof reading === 'object' && 'gone' in reading ? <p className="decided refused">{reading.gone}</p> : null}
      {typeof reading === 'object' && 'id' in reading ? <Exchange detail={reading} /> : null}
    </Detail>
  );
}

/** Reads the request with its bodies, again when it ends. It stays even if the journal is cleared. */
function useRequestDetail({ id, atMs }: LinkedRequest): 'reading' | JournalDetail | { readonly gone: string } {
  const { call } = useStore();
  const [reading, setReading] = useState<'reading' | JournalDetail | { readonly gone: string }>('reading');
  const hasRead = useRef(false);
  const outcome = useSelected(({ journal }) => journal.find((entry) => entry.id === id)?.outcome);
  useEffect(() => {
    let isWanted = true;
    if (outcome === undefined && hasRead.current) return undefined;
    call('journal.read', { id }).then(
      (detail) => {
        hasRead.current = true;
        if (isWanted) setReading(isLinked(detail, atMs) ? detail : { gone: text.gone(id) });
      },
      (cause: unknown) => {
        if (!(cause instanceof CallError)) throw cause;
        if (isWanted) setReading({ gone: cause.status === 404 ? text.gone(id) : cause.message });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [call, id, atMs, outcome]);
  return reading;
}

function Exchange({ detail }: { readonly detail: JournalDetail }) {
  const { address, base } = useStore();
  const names = useNames();
  const fault = usePart('faults')?.items.find((one) => one.id === detail.fault);
  const tone = toneOf(detail);
  const faultText = fault && `${effectLabel(fault.effect)}, ${matchLabel(fault.match)}`;
  const decisions = [
    [tone, text.decided, detail.rule],
    ['hint', text.nearly, detail.hint],
    ['fault', text.faultNumber(detail.fault ?? 0), detail.fault === null ? null : (faultText ?? text.faultGone)],
  ] as const;
  return (
    <>
      <p className={`outcome ${tone}`}>
        <b>{statusLabel(detail)}</b> {text.tones[tone]}
      </p>
      <h2 className="detail-title mono" translate="no">
        {detail.method} {detail.path}
        {detail.query === '' ? null : <span className="dim">?{detail.query}</span>}
      </h2>
      {decisions.map(([kind, label, decision]) =>
        decision === null ? null : (
          <p key={label} className={`decided ${kind}`}>
            <small>{label}</small>
            <bdi translate={decision === faultText ? 'no' : undefined}>{decision}</bdi>
          </p>
        ),
      )}
      <div className="actions">
        <CopyButton text={() => asCurl(detail, address)} label={text.copyCurl} />
        <CopyButton text={() => new URL(`#requests/${requestItem(detail)}`, base).href} label={text.copyLink} />
      </div>
      <Facts
        facts={[
          [text.facts.at, text.received(Date.parse(detail.at))],
          [text.facts.took, detail.durationMs === null ? null : duration(detail.durationMs)],
          [text.facts.application, detail.clientId === null ? null : names.application(detail.clientId)],
          [text.facts.pilot, detail.pilot === null ? null : names.pilot(detail.pilot)],
          [text.facts.grant, detail.grantType],
        ]}
      />
      <Message texts={text.request} message={detail.request} isOpen={tone === 'open'} />
      <Message texts={text.answer} message={detail.answer} isOpen={tone === 'open'} />
    </>
  );
}

/** A request or a response. */
function Message({
  texts,
  message,
  isOpen,
}: {
  readonly texts: { readonly title: string; readonly body: string };
  readonly message: JournalMessage | null;
  /** The exchange is still open. */
  readonly isOpen: boolean;
}) {
  const noBody = isOpen ? text.noBodyYet : text.noBody;
  const noMessage = isOpen ? text.noAnswerYet : text.noAnswer;
  const headers = Object.entries(message?.headers ?? {});
  return (
    <section className="message">
      <h3>
        {texts.title} {message === null || message.bodyBytes === 0 ? null : <span>{bytes(message.bodyBytes)}</span>}
      </h3>
      {headers.length === 0 ? null : <Facts facts={headers} className="headers" translate="no" />}
      {message === null || message.body === null ? (
        <p className="dim small">{message === null ? noMessage : noBody}</p>
      ) : (
        <LongText label={texts.body} text={readableBody(message)} />
      )}
    </section>
  );
}

/** Formats a body: indented JSON, forms with one parameter per line, anything else unchanged. */
export function readableBody({ headers, body }: Pick<JournalMessage, 'headers' | 'body'>): string {
  const type = headers['content-type'] ?? '';
  const whole = body ?? '';
  if (type.includes('json')) {
    try {
      return JSON.stringify(JSON.parse(whole), null, 2);
    } catch {
      return whole;
    }
  }
  if (!type.startsWith('application/x-www-form-urlencoded')) return whole;
  return [...new URLSearchParams(whole)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
