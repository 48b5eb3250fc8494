/** Texts of the public statistics. */
export const statistics = {
  lead: "Biten her masanın her eli burada sayılır: hangi taş gösterge oldu, kime kaç okey geldi, zarlar nasıl düştü.",
  loading: "Sayılar geliyor…",
  failed: "Sayılar alınamadı.",
  retry: "Yeniden dene",
  seat: (n: number) => `Yer ${n}`,
  amount: "Sayı",
  expected: "Beklenen",
  share: "Pay",
  numbers: "Sayıların hepsi",
  noneYet: "Henüz biten bir maç yok. İlk maç bittikten bir dakika sonra sayılar burada görünür.",
  few: (deals: string) =>
    `Şimdilik sayılan el az (${deals}). Bu kadar az elde yalnız kaba bir kusur göze çarpar; sütunların oynaması olağandır.`,

  summary: {
    title: "Sayılan masalar",
    matches: "Dağıtılan maç",
    deals: "Dağıtılan el",
    outcome: "Masa nasıl bitti",
    outcomes: [
      "Bitti",
      "Liste kurulmadan iptal edildi",
      "Listeden sonra, taş dağıtılmadan iptal edildi",
      "Oyun sırasında iptal edildi",
    ],
    unread: "Kaydı okunamadığı için sayılamayan",
    why: "Yarıda kalan maçların elleri de sayılır. Sayılmasaydı, kötü eli bırakıp giden herkes sayıları eğerdi. Süren maçlara bakılmaz.",
  },

  read: {
    title: "Nasıl okunur",
    line: "Her sütun sayılanı, koyu çizgi yalnız şansın iş gördüğü bir dağıtımda bekleneni gösterir. Açık kuşak çizginin iki yanında olağan oynamadır; yaklaşık yirmi sütundan biri kuşağın dışına düşer.",
    p: "p, dağıtım kusursuzken bile bu kadar ya da daha büyük bir sapmanın çıkma olasılığıdır. Küçük p tek başına kusur demek değildir: yirmi sınamadan birinde 0,05 altı beklenir.",
    level: (tests: string, level: string) =>
      `Sınır önceden konmuştur: ${tests} sınamanın her birinde ${level}; hepsi birlikte binde bir. Sınırın altında kalan bir p araştırılmalıdır.`,
    below: (names: string) => `Şu anda sınırın altında kalan: ${names}.`,
    noneBelow: "Şu anda sınırın altında kalan sınama yok.",
    tooFew: "Sınama için sayı az.",
    pValue: (p: string) => `p = ${p}`,
    pBelow: (p: string) => `p = ${p}, sınırın altında`,
  },

  figures: {
    indicator: {
      title: "Gösterge",
      text: "Elli iki yüzün her biri aynı sıklıkla gösterge olmalı.",
    },
    dice: {
      title: "Zarlar",
      text: "Taşı seçen iki zar: birinci zara göre ayrılmış, sütunlar ikinci zarın sayısı. Sahte okey açan atışlar yinelenir, yalnız son atış sayılır.",
    },
    rolls: {
      title: "Başlama zarı",
      text: "Kimin başlayacağını belirleyen ilk atışlar.",
    },
    roller: {
      title: "Başlama zarını kazanan",
      text: "İki kişilik masada 1 ve 3, üç kişilikte 1, 2 ve 4 numaralı yerler oturulur; beklenen buna göredir.",
    },
    repeats: {
      title: "Art arda aynı gösterge",
      text: "Bir maçta bir elin göstergesi öncekiyle aynı yüz olabilir: elli ikide bir. Çok daha sık olsaydı, bir elden ötekine bir şey taşınıyor demekti.",
    },
    okeys: {
      title: "Dağıtılan okeyler, yerlere göre",
      text: "Dağıtılan taşlarda kaç okey olduğu: hiç, bir, iki.",
    },
    false_jokers: {
      title: "Dağıtılan sahte okeyler, yerlere göre",
      text: "Dağıtılan taşlarda kaç sahte okey olduğu: hiç, bir, iki.",
    },
    pairs: {
      title: "Dağıtılan çiftler, yerlere göre",
      text: "Dağıtılan taşlarda kaç çift aynı taş olduğu. Okey burada üzerinde yazan taştır.",
    },
  },
  firstDie: (n: number) => `Birinci zar ${n}`,
  of: (n: string) => `${n} sayıldı`,

  kinds: {
    title: "Kişiler ve bilgisayarlar",
    text: "Yüz dağıtılan elde kaç tane geldiği. Başlayan bir taş fazla aldığı için beklenen, kimin ne kadar başladığına göredir.",
    what: "Ne",
    who: "Kime",
    racks: "El",
    perHundred: "Yüz elde",
    people: "Kişiler",
    computers: "Bilgisayarlar",
    names: { okeys: "Okey", false_jokers: "Sahte okey", pairs: "Çift" },
  },

  ends: {
    title: "Eller nasıl bitti",
    how: "Bitiş",
    names: [
      "Başlayan bitirdi",
      "Başka biri bitirdi",
      "Taş bitti",
      "Hamle sınırına gelindi",
      "İptal edildi",
      "Süresi dolan kaybetti",
    ],
    turns: "Bitirenin sırası",
    seats: "Masa",
    seatsValue: (n: number) => `${n} kişilik`,
    turn: ["Başlayan", "İkinci", "Üçüncü", "Dördüncü"],
    kinds: "Kişilerin ve bilgisayarların bitişleri",
    finishes: "Bitiş",
    text: "Bunların bir beklentisi yoktur: başlayanın on beş taşla ilk hamleyi yapması bir üstünlüktür, bitirmek de ustalık ister. Yalnız sayılar yayınlanır.",
  },

  limits: {
    title: "Bu sayılar neyi gösterir, neyi göstermez",
    items: [
      "Karıştırmadaki kaba kusurları, bir yeri ya da bilgisayarları kayırmayı, yanlış dağıtma sırasını gösterir.",
      "Küçük bir eğriliği göstermez: bir taşın bir yere yüzde bir fazla gelmesi ancak on milyonlarca elde görülür.",
      "Tek bir hileli maçı göstermez. Onu görmek için o maçın destesini doğrula.",
      "Taşları önceden bilen birini göstermez: kusursuz karılmış bir deste de bilinebilir. Buna karşı her masa kurulurken atılan imzalar vardır.",
      "Sayılar her maçla değişir ve istenildiği kadar sık bakılabilir; çok bakan, bir gün küçük bir p görür.",
    ],
    verify: "Desteyi doğrula",
  },

  raw: {
    title: "Ham sayılar",
    text: "Her sayı ve her sınama tek bir JSON dosyasındadır; p değerlerini kendin de hesaplayabilirsin. Masaların listesi açıktır: her masanın gizli tohumu bittiğinde yayınlanır.",
    download: "Sayıları indir",
    outcomes: "Masaların listesi",
  },
} as const;
