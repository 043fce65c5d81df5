/** Which component shows the table of which game: what has none yet is not offered. */
export const FAMILY: Readonly<Record<string, string>> = {
  truco_paulista: 'TrucoTable',
  truco_mineiro: 'TrucoTable',
  sueca: 'SuecaTable',
};
