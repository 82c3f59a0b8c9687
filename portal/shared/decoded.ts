// Decodes a part of an address. What is not encoded well stays as it is.
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
