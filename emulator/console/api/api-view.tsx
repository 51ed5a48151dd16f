// All calls of the control interface and of the service, from the descriptions that the emulator serves.
import { Fragment, useEffect, useState } from 'react';
import { openItem, useOpenItem } from '../store/use-view.ts';
import { usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { CallPanel } from './call-panel.tsx';
import { useDescriptions } from './use-descriptions.ts';

export function ApiView() {
  const { control, service, isRead } = useDescriptions();
  const isStrict = usePart('health').value?.mode === 'strict';
  const [text, setText] = useState('');
  const openId = useOpenItem();
  const sections = [
    { name: 'control', title: messages.api.control, about: messages.api.controlAbout, operations: control },
    {
      name: 'service',
      title: messages.api.service,
      about: isStrict ? messages.api.strict : messages.api.serviceAbout,
      operations: service,
    },
  ];
  const isService = service.some(({ id }) => id === openId);
  const open = [...control, ...service].find(({ id }) => id === openId);
  const isOpen = open !== undefined;
  useEffect(() => {
    if (isOpen) document.querySelector('.call[aria-expanded="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const close = () => {
    openItem('api', '');
    document.querySelector<HTMLElement>(`[data-call="${openId}"]`)?.focus();
  };
  return (
    <div className="beside" data-open={open !== undefined}>
      <div className="page">
        <div className="page-head">
          <h2>{messages.views.api}</h2>
          <input
            data-filter
            type="search"
            className="filter"
            placeholder={messages.api.filter}
            aria-label={messages.api.filter}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {isRead && control.length === 0 ? <p className="refused-text">{messages.api.missing}</p> : null}
        {sections.map(({ name, title, about, operations }) => {
          const shown = operations.filter((one) =>
            `${one.id} ${one.method} ${one.path} ${one.summary}`.toLowerCase().includes(text.toLowerCase()),
          );
          if (control.length === 0) return null;
          return (
            <section key={name} aria-labelledby={`api-${name}`}>
              <div className="section-head">
                <h3 id={`api-${name}`}>{title}</h3>
                <p className="dim small">{about}</p>
              </div>
              <ul className="calls">
                {shown.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className="call"
                      data-call={one.id}
                      aria-expanded={one.id === openId}
                      onClick={() => openItem('api', one.id)}
                    >
                      <span className={`call-method mono ${one.method.toLowerCase()}`} translate="no">
                        {one.method}
                      </span>{' '}
                      <span className="call-path mono" translate="no">
                        {one.path.split(/(?<=\/)/).map((part, place) => (
                          // oxlint-disable-next-line react/no-array-index-key -- the parts never move
                          <Fragment key={place}>
                            {part}
                            <wbr />
                          </Fragment>
                        ))}
                      </span>{' '}
                      <span className="call-summary">{one.summary}</span>
                    </button>
                  </li>
                ))}
              </ul>
              {shown.length === 0 && text !== '' ? <p className="dim small">{messages.api.nothingFits}</p> : null}
            </section>
          );
        })}
      </div>
      {open === undefined ? null : <CallPanel key={open.id} operation={open} isService={isService} onClose={close} />}
    </div>
  );
}
