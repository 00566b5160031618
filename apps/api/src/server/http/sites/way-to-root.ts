/** Returns the relative path from a path to the root of the service, without a slash at the end. A proxy may add a path in front. */
export function wayToRoot(path: string): string {
  return path
    .split('/')
    .slice(2)
    .map(() => '..')
    .join('/');
}
