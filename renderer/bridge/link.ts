// Whether the process is within reach. Only a window in a browser can lose it; a desktop window lives inside it.

export const linkStates = ['up', 'down', 'closed'] as const;
/** 'down' comes back by itself; 'closed' has to be opened again from the program. */
export type LinkState = (typeof linkStates)[number];

export type Link = { onChange(listener: (state: LinkState) => void): () => void };

export const steadyLink: Link = { onChange: () => () => {} };
