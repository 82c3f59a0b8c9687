// The longest line of generated code, in characters.
export const WIDTH = 150;
