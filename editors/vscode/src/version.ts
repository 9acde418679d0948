// Versions of the server and of the extension. No editor in here.

const release = /^v?(\d+)\.(\d+)\.\d+$/;

/**
 * Whether two versions are of releases that work together: those that differ in the last number alone, and below 1.0 in
 * nothing else. What was built from a checkout says of its version what it may; it counts as the same.
 */
export function sameRelease(a: string, b: string): boolean {
  const [, majorA, minorA] = release.exec(a) ?? [];
  const [, majorB, minorB] = release.exec(b) ?? [];
  return majorA === undefined || majorB === undefined || (majorA === majorB && (majorA !== '0' || minorA === minorB));
}
