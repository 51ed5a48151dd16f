// Requests the control token if the URL has none.
import { Form } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';

export function TokenForm({
  isRefused,
  onToken,
}: {
  readonly isRefused: boolean;
  readonly onToken: (token: string) => void;
}) {
  return (
    <main className="alone">
      <p className="tag">{messages.testService}</p>
      <h1>{messages.token.title}</h1>
      {isRefused ? (
        <p className="refused-text" role="alert">
          {messages.token.refused}
        </p>
      ) : null}
      <p>{messages.token.where}</p>
      <Form
        fields={[{ name: 'token', label: messages.token.label, isMono: true }]}
        first={{}}
        submit={messages.token.open}
        onSubmit={({ token = '' }) => {
          if (token.trim() === '') return { token: messages.token.missing };
          onToken(token.trim());
          return undefined;
        }}
      />
      <p className="dim small">{messages.token.keeping}</p>
    </main>
  );
}
