// Whether the process responds. Only a window in a browser can lose it.

const linkStates = ['up', 'down', 'closed'] as const;
/** 'down' reconnects automatically; after 'closed' the window has to be opened again from the program. */
export type LinkState = (typeof linkStates)[number];

export type Link = { onChange(listener: (state: LinkState) => void): () => void };

export const steadyLink: Link = { onChange: () => () => {} };
