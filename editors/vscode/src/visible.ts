// Names of files as the server writes them: with unseen characters by their numbers. What answers hold is written so
// already; what is made of a URI is not.

// Controls, what Unicode has shown as nothing, separators of lines; joiners and selectors only where they follow ASCII,
// for elsewhere they change the character before.
const unseen = /[\p{Cc}\u2028\u2029\ufff9-\ufffb]|(?![\u200c\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|(?<![^\0-\x7f])[\u200c\u200d\ufe00-\ufe0f]/gu;

/** A name that hides and reorders nothing. */
export function visible(name: string): string {
  return name.replace(unseen, (c) => `‹U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}
