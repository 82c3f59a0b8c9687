// Sets the theme that the reader has chosen, before the page is painted. Without a choice, the system's theme holds.
import { chosenTheme, showTheme } from './theme-choice.ts';

const theme = chosenTheme();
if (theme !== undefined) showTheme(theme);
