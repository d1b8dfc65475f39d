/**
 * Nouns that every reader knows and nobody minds in a classroom, by our own choice: WordNet lists sister terms without
 * regard to either ("banjo" beside "cithern"). They come first where a word of the same kind is looked for, and are
 * the only choice for people, of whom WordNet has many a name that a lesson can do without.
 */
const NOUNS = `
actor actress adult apple apricot arm artist athlete aunt avocado baby bacon badge bag baker bakery ball balloon banana
band banjo bank bar barber barn basket basketball bat bath beach bean bear beard bed bee beef beer bell belt bench
bicycle bike bird blanket boat book boot bottle bowl box boy bread bride bridge broccoli brother brush bucket bug
building bull bus bush butcher butter butterfly button cabbage cabin cable cafe cake camel camera candle candy cap
car card carpet carrot cart castle cat cathedral cello chair cheese chef cherry chicken child church cigar city clarinet
clerk cliff clock cloth cloud clown coach coat cobra coffee coin computer cook cookie corn cottage couch cousin cow crab
cream cricket crocodile crow crowd crown cucumber cup cupcake curtain dancer daughter deer dentist desk dish doctor dog
doll dolphin donkey door dragon drawer dress driver drum duck eagle ear egg elbow elephant engine engineer eye face
factory falcon farm farmer father fence ferry field finger fish flag flower flute fly foot football forest fork fox
friend frog fruit garage garden garlic gate ginger giraffe girl glass glove goat golf goose gorilla grape grass
guitar guard gun gym hall ham hammer hamster hand hare harp hat hawk head helicopter hen hill hockey horse hospital
hotel house hunter ice island jacket jar jeep jelly jet journalist judge juice kangaroo kettle key king kitchen
kitten kite knee knife ladder lady lake lamb lamp laptop lawn lawyer leaf leg lemon leopard letter library lion lizard
lobster magazine man mango map mask mat meat melon milk mirror monkey moon mother motorcycle mountain mouse
mouth mud museum mushroom musician neck nephew newspaper niece nose novel nurse nut oboe ocean office officer oil onion
orange organ oven owl ox paddle painter painting palace pan panda pants paper park parrot part pasta path peach pear pen
pencil penguin people pepper person piano picture pie pig pigeon pillow pilot pine pineapple pipe pizza plane plate
player plum poem poet police pond pony pool pork pot potato priest prince princess puppy purse queen rabbit radio rain
raft ram rat rice rifle ring river road robot rock roof room rope rose rug runner sailor salad salmon salt sand sandal
sandwich sausage saxophone scarf school scissors scooter sea seal seat shark sheep shelf ship shirt shoe shop shorts
shovel shower singer sister skateboard skirt sky snail snake snow soap soccer sock sofa soldier son soup spider spoon
squirrel star station statue stone store storm stove strawberry street student sugar suit suitcase sun sweater
swimmer sword table tailor tank tea teacher team television tennis tent theater tiger toad tomato tool tooth towel tower
town toy tractor train tram tree trousers truck trumpet tuna turkey turtle umbrella uncle valley van vase vest village
vine violin waiter waitress wall wallet walnut watch water whale wheel wind window wine wolf woman wood worker
writer yacht yard zebra zoo
ale airliner airport axe bay battle beetle blouse brandy brook bungalow bull cafeteria calf canoe carpenter clinic
coach college creek crew cup diamond dinner doll ear emerald evening fog forest glider hail helmet highway
hill hour hut jail jug knee lunch lane major meadow millennium minute monastery month motel mule navy nail oak pearl
plumber priest prison pub pupil quarter rabbi razor ruby rugby scientist settee shin shoulder sleet spade
spear stool stream supper surgeon team temple thigh thumb toe tour trench trumpet tub uncle university volleyball wagon
wasp week winter wrist
bronze silver iron copper cotton wool silk spring summer autumn winter morning afternoon evening night
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
october november december red blue green yellow black white brown pink purple gray`;

export const COMMON_NOUNS: ReadonlySet<string> = new Set(NOUNS.trim().split(/\s+/));

/** Nouns that are not counted: "some milk", never "a milk", as far as it matters after "no". */
const MASS = `
advice air anger bacon beef beer bread butter cash cheese clothing coffee corn cream damage dirt dust electricity
equipment evidence food fruit fuel furniture garlic gas grass hair happiness harm help homework hope ice
information jewelry juice knowledge love luck luggage lunch mail meat milk money moss mud music news oil paper pasta
peace pepper pork power progress rain rice salt sand sleep smoke snow soap soup space sugar sunshine tea time traffic
trouble trust truth water weather wheat wind wine wood wool work`;

export const MASS_NOUNS: ReadonlySet<string> = new Set(MASS.trim().split(/\s+/));
