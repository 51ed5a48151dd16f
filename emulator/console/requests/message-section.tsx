// A request or a response: headers and formatted body.
import type { JournalMessage } from '../../api-types.ts';
import { bytes } from '../format/bytes.ts';
import { messages } from '../messages/messages.ts';

export function MessageSection({
  texts,
  message,
  isOpen,
}: {
  readonly texts: { readonly title: string; readonly body: string };
  readonly message: JournalMessage | null;
  /** The exchange is still open. */
  readonly isOpen: boolean;
}) {
  if (message === null) {
    return (
      <section className="message">
        <h3>{texts.title}</h3>
        <p className="dim small">{isOpen ? messages.requests.noAnswerYet : messages.requests.noAnswer}</p>
      </section>
    );
  }
  const headers = Object.entries(message.headers);
  return (
    <section className="message">
      <h3>
        {texts.title} {message.bodyBytes === 0 ? null : <span>{bytes(message.bodyBytes)}</span>}
      </h3>
      {headers.length === 0 ? null : (
        <dl className="headers" translate="no">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {message.body === null ? (
        <p className="dim small">{isOpen ? messages.requests.noBodyYet : messages.requests.noBody}</p>
      ) : (
        // Scrollable, so it must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="body mono" translate="no" tabIndex={0} aria-label={texts.body}>
          {readableBody(message)}
        </section>
      )}
    </section>
  );
}

// Formats a body: indented JSON, forms with one parameter per line, anything else unchanged.
export function readableBody({ headers, body }: JournalMessage): string {
  const type = headers['content-type'] ?? '';
  const text = body ?? '';
  if (type.includes('json')) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  if (!type.startsWith('application/x-www-form-urlencoded')) return text;
  return [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`).join('\n');
}
