// All details of one request.
import { useEffect, useRef } from 'react';
import type { JournalDetail } from '../../api-types.ts';
import { asCurl } from '../../journal/as-curl.ts';
import { CopyButton } from '../elements/copy-button.tsx';
import { Icon } from '../elements/icon.tsx';
import { useNames } from '../elements/names.tsx';
import { effectLabel, matchLabel } from '../faults/fault-labels.ts';
import { bytes } from '../format/bytes.ts';
import { duration } from '../format/span.ts';
import { useConsole, usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { MessageSection } from './message-section.tsx';
import { statusLabel, toneOf } from './request-row.tsx';
import { requestItem } from './request-link.ts';
import type { LinkedRequest } from './request-link.ts';
import { useRequestDetail } from './use-request-detail.ts';

export function RequestDetail({ linked, onClose }: { readonly linked: LinkedRequest; readonly onClose: () => void }) {
  const { id } = linked;
  const reading = useRequestDetail(linked);
  const panel = useRef<HTMLElement>(null);
  // If the panel covers the list, it takes the focus.
  useEffect(() => {
    if (matchMedia('(max-width: 1099px)').matches) panel.current?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <aside
      ref={panel}
      className="detail"
      tabIndex={-1}
      aria-label={messages.requests.open(id)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <button type="button" className="icon-button detail-close" aria-label={messages.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      {reading.kind === 'reading' ? <p className="dim">{messages.reading}</p> : null}
      {reading.kind === 'gone' ? <p className="refused-text">{reading.message}</p> : null}
      {reading.kind === 'read' ? <Exchange detail={reading.detail} /> : null}
    </aside>
  );
}

function Exchange({ detail }: { readonly detail: JournalDetail }) {
  const { address, base } = useConsole();
  const names = useNames();
  const fault = usePart('faults').value?.items.find((one) => one.id === detail.fault);
  const tone = toneOf(detail);
  const facts: [string, string | null][] = [
    [messages.requests.facts.at, messages.requests.received(Date.parse(detail.at))],
    [messages.requests.facts.took, detail.durationMs === null ? null : duration(detail.durationMs)],
    [messages.requests.facts.application, detail.clientId === null ? null : names.application(detail.clientId)],
    [messages.requests.facts.pilot, detail.pilot === null ? null : names.pilot(detail.pilot)],
    [messages.requests.facts.grant, detail.grantType],
    [messages.requests.facts.sent, detail.request.bodyBytes === 0 ? null : bytes(detail.request.bodyBytes)],
  ];
  return (
    <>
      <p className={`outcome ${tone}`}>
        <b>{statusLabel(detail)}</b> {messages.requests.tones[tone]}
      </p>
      <h2 className="detail-title mono" translate="no">
        {detail.method} {detail.path}
        {detail.query === '' ? null : <span className="dim">?{detail.query}</span>}
      </h2>
      {detail.rule === null ? null : (
        <p className={`decided ${tone}`}>
          <small>{messages.requests.decided}</small>
          <bdi>{detail.rule}</bdi>
        </p>
      )}
      {detail.hint === null ? null : (
        <p className="decided hint">
          <small>{messages.requests.nearly}</small>
          {detail.hint}
        </p>
      )}
      {detail.fault === null ? null : (
        <p className="decided fault">
          <small>{messages.requests.faultNumber(detail.fault)}</small>
          {fault === undefined ? (
            messages.requests.faultGone
          ) : (
            <>
              <b>{effectLabel(fault.effect)}</b> <span>{matchLabel(fault.match)}</span>
            </>
          )}
        </p>
      )}
      <div className="actions">
        <CopyButton
          text={() => asCurl(detail, address)}
          label={messages.requests.copyCurl}
          className="button small-button"
        />
        <CopyButton
          text={() => new URL(`#requests/${requestItem(detail)}`, base).href}
          label={messages.requests.copyLink}
          className="button small-button"
        />
      </div>
      <dl className="fields">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <MessageSection texts={messages.requests.request} message={detail.request} isOpen={tone === 'open'} />
      <MessageSection texts={messages.requests.answer} message={detail.answer} isOpen={tone === 'open'} />
    </>
  );
}
