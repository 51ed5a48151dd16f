/** Whether the click ends a selection of text: then it is no click on what the text belongs to. */
export const isSelecting = (): boolean => getSelection()?.isCollapsed === false;
