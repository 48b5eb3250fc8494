/** Texts used everywhere: names of tiles and presets, buttons of dialogs, the shell. */
export const common = {
  app: "Okey",
  yes: "Evet",
  no: "Hayır",
  cancel: "Vazgeç",
  ok: "Tamam",
  close: "Kapat",
  back: "Geri",
  next: "İleri",
  retry: "Yeniden dene",
  loading: "Yükleniyor…",
  newVersion: "Yeni sürüm hazır.",
  newVersionLater: "Yeni sürüm hazır. El bitince yenilenecek.",
  reload: "Yenile",
  failed: "Bu sayfa yüklenemedi. Bağlantını kontrol et.",
  skipToContent: "İçeriğe geç",

  /** Colours by tile order: kırmızı, sarı, mavi, siyah; the fourth colour of the green skins is apart. */
  colours: { red: "kırmızı", yellow: "sarı", green: "yeşil", blue: "mavi", black: "siyah" },
  coloursCapital: { red: "Kırmızı", yellow: "Sarı", green: "Yeşil", blue: "Mavi", black: "Siyah" },
  coloursShort: { red: "Kı", yellow: "Sa", green: "Ye", blue: "Ma", black: "Si" },

  tile: {
    plain: (colour: string, n: number) => `${colour} ${n}`,
    okey: (colour: string, n: number) => `Okey, ${colour} ${n}, joker`,
    falseJoker: "Sahte okey",
    falseJokerFor: (colour: string, n: number) => `Sahte okey, ${colour} ${n} yerine`,
    flipped: "Ters çevrilmiş okey",
    back: "Kapalı taş",
  },

  presets: {
    klasik: "Klasik",
    kahvehane: "Kahvehane",
    ikramiye: "İkramiye",
    usta: "Usta",
    rummy: "Okey Rummy",
  },
  levels: { kolay: "Kolay", orta: "Orta", zor: "Zor" },
  computer: "Bilgisayar",
  you: "Sen",
  deletedPlayer: "silinmiş oyuncu",
};
