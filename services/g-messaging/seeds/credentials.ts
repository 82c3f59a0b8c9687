// The credentials of the seeds.

/** User names and passwords, as HTTP Basic takes them. */
export const users = {
  papaver: { username: 'jonas.reuter@papaver-books.example', password: 'Sea-Glass-and-24-Poems' },
  harbour: { username: 'mara.lind@harbour-tea.example', password: 'Smoked-Leaves-of-1987' },
} as const;

/** A key of the account of Papaver Books, which stands for the password. */
export const PAPAVER_KEY = 'gk-8Rw5nJd2Tq7Lx3Vb9Km4Hs6Fy1';

export const basicOf = ({ username, password }: { readonly username: string; readonly password: string }) => `${username}:${password}`;
